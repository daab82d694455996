/**
 * Connections without a key that cost a server as much as they can, from a process of their own. It says `begun`, and runs until it is killed.
 *
 *     node strangers.ts PORT KIND [CONNECTIONS] [ADDRESSES]
 */
import { connect } from 'node:net';
import { writeAmf } from '../../src/ingest/rtmp/amf0.ts';
import { writeMessage } from '../../src/ingest/rtmp/rtmp-chunks.ts';

interface Attack {
  first: Buffer;
  /** Sent again and again. */
  again: Buffer;
}

const pieceBytes = 64 * 1024;
const handshake = Buffer.concat([Buffer.from([3]), Buffer.alloc(2 * 1536)]);
const command = (payload: Buffer) => writeMessage(3, { type: 20, streamId: 0, timestamp: 0, payload });
const repeated = (bytes: Buffer) =>
  Buffer.concat(Array.from({ length: Math.ceil(pieceBytes / bytes.length) }, () => bytes));

/** Chunks of one byte, over 60 chunk streams whose messages never end. */
function tinyChunks(): Attack {
  const size = writeMessage(2, { type: 1, streamId: 0, timestamp: 0, payload: Buffer.from([0, 0, 0, 1]) });
  const ids = Array.from({ length: 60 }, (_, id) => id);
  const begun = ids.map((id) => Buffer.from([0, id, 0, 0, 0, 0, 0xea, 0x60, 20, 0, 0, 0, 0, 0]));
  const chunks = Array.from({ length: 20_000 }, (_, at) => Buffer.from([0xc0, at % ids.length, 0]));
  return { first: Buffer.concat([size, ...begun]), again: Buffer.concat(chunks) };
}

export const attacks = {
  'tiny-chunks': tinyChunks,
  /** One byte for each: after a message without a body, a header of one byte is one more. */
  'empty-messages': () => ({ first: command(Buffer.alloc(0)), again: Buffer.alloc(pieceBytes, 0xc3) }),
  commands: () => ({ first: Buffer.alloc(0), again: repeated(command(writeAmf('connect', 1, { app: '' }))) }),
  /** Each byte is a value. */
  values: () => ({ first: Buffer.alloc(0), again: repeated(command(Buffer.alloc(60_000, 5))) }),
  'wrong-keys': () => ({
    first: command(writeAmf('publish', 5, null, 'guess', 'live')),
    again: Buffer.alloc(0),
  }),
} satisfies Record<string, () => Attack>;

const [port, kind, connections = '20', addresses = '1'] = process.argv.slice(2);
if (import.meta.main) {
  const attack = attacks[kind as keyof typeof attacks]();
  for (let at = 0; at < Number(connections); at += 1)
    comeAgain(attack, `127.0.1.${1 + (at % Number(addresses))}`);
  process.stdout.write('begun\n');
}

/** Sends as fast as it is read, and comes back when it is cut off. */
function comeAgain(attack: Attack, localAddress: string) {
  const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress });
  const push = () => {
    while (!socket.destroyed && attack.again.length > 0 && socket.write(attack.again));
  };
  socket.on('connect', () => {
    socket.write(Buffer.concat([handshake, attack.first]));
    push();
  });
  socket.on('drain', push);
  socket.on('data', () => {});
  socket.on('error', () => {});
  socket.on('close', () => setTimeout(() => comeAgain(attack, localAddress), 20));
}
