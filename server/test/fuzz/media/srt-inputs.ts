/** Packets of SRT, changed: what the door reads of them, and a real listener that gets them. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { Door } from '../../../src/ingest/door/door.ts';
import { PacketLossMeter } from '../../../src/ingest/srt/packet-loss.ts';
import { opensKeyMaterial } from '../../../src/ingest/srt/srt-key.ts';
import {
  answerInduction,
  inductionOf,
  readHandshake,
  rejectConclusion,
  withCookie,
} from '../../../src/ingest/srt/srt-packets.ts';
import { listenForSrt } from '../../../src/ingest/srt/srt-server.ts';
import type { Random } from '../random.ts';
import { mutate } from './mutate.ts';

/** Header, handshake of version 5, and the extensions of a caller: its capabilities, its key material and its stream. */
function conclusionOf(random: Random): Buffer {
  const packet = Buffer.alloc(64);
  packet.writeUInt32BE(0x80000000, 0);
  packet.writeUInt32BE(5, 16);
  packet.writeUInt32BE(0xffffffff, 36);
  packet.writeUInt32BE(random.number(1, 2 ** 30), 40);
  const extension = (type: number, content: Buffer) => {
    const head = Buffer.alloc(4);
    head.writeUInt16BE(type, 0);
    head.writeUInt16BE(content.length / 4, 2);
    return Buffer.concat([head, content]);
  };
  const name = Buffer.from('00000000-0000-4000-8000-000000000000').swap32();
  return Buffer.concat([
    packet,
    extension(1, Buffer.alloc(12, 1)),
    extension(3, materialOf(random)),
    extension(5, name),
  ]);
}

function materialOf(random: Random): Buffer {
  const keyBytes = random.pick([16, 24, 32]);
  const material = Buffer.alloc(32 + keyBytes + 8, random.number(0, 255));
  material[15] = keyBytes / 4;
  return material;
}

export async function openSrtListener() {
  const faults: unknown[] = [];
  const server = await listenForSrt({
    host: '127.0.0.1',
    port: 0,
    door: new Door(),
    find: async () => undefined,
    refusalOf: async () => undefined,
    publish: async () => ({ refusal: 'wrong-key', ingestId: undefined }),
    onRefusedCodec() {},
    onTurnedAway() {},
    log: { info() {}, warn: (fields) => void ('err' in fields && faults.push(fields.err)) },
  });
  const caller = createSocket('udp4');
  const loss = new PacketLossMeter(() => performance.now());
  let cookie = 0;
  caller.on('message', (packet) => {
    cookie = readHandshake(packet)?.cookie ?? cookie;
  });
  caller.on('error', () => {});
  caller.connect(server.port, '127.0.0.1');
  await once(caller, 'connect');
  return {
    async send(random: Random): Promise<string> {
      const whole = withCookie(conclusionOf(random), cookie);
      const packet = mutate(random, random.withProbability(0.3) ? inductionOf(whole) : whole);
      const handshake = readHandshake(packet);
      if (handshake) {
        answerInduction(packet, 1);
        rejectConclusion(packet, 1003);
        inductionOf(packet);
        withCookie(packet, 1);
      }
      loss.onPacket(packet);
      loss.onPacket(mutate(random, Buffer.alloc(random.number(0, 40))));
      if (!(loss.read().packetsLost >= 0)) throw new Error('The lost packets were not counted');
      await opensKeyMaterial(mutate(random, materialOf(random)), 'a-passphrase');
      await new Promise((resolve) => caller.send(packet, resolve));
      if (faults.length > 0) throw faults.splice(0)[0];
      return handshake?.kind ?? 'no handshake';
    },
    async [Symbol.asyncDispose]() {
      caller.close();
      await server[Symbol.asyncDispose]();
    },
  };
}
