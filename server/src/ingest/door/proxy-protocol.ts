/**
 * The PROXY protocol, versions 1 and 2 (HAProxy's `proxy-protocol.txt`): what a balancer sends before the bytes of its client, so that
 * the server learns the client's address. Only connections of proxies that the operator names are read so: anybody can claim
 * any address.
 */
import { isIP, type Socket } from 'node:net';

export interface ProxyHeader {
  /** Of the client; undefined: the balancer speaks for itself, as in its checks, or does not know it. */
  address: string | undefined;
  /** How many bytes the header has. */
  length: number;
}

/** A connection of a proxy that does not begin as it must. */
export class ProxyError extends Error {
  override name = 'ProxyError';
}

const signature = Buffer.from('\r\n\r\n\0\r\nQUIT\n', 'latin1');
const [mostBytesOfText, mostBytes] = [107, 4_096];
const fixedBytes = 16;
const [localCommand, proxyCommand] = [0x20, 0x21];
/** TCP and UDP, by the half byte of the family. */
const addressBytes: Record<number, number> = { 1: 4, 2: 16 };

/** @returns undefined: the header is not whole. @throws ProxyError */
export function readProxyHeader(bytes: Buffer): ProxyHeader | undefined {
  const begins = (text: Buffer) => bytes.subarray(0, text.length).equals(text.subarray(0, bytes.length));
  if (begins(signature)) return readBinary(bytes);
  if (begins(Buffer.from('PROXY '))) return readText(bytes);
  throw new ProxyError('A proxy sent no PROXY header: does it belong to RTMP_PROXIES?');
}

function readText(bytes: Buffer): ProxyHeader | undefined {
  const end = bytes.indexOf('\r\n');
  if (end === -1 && bytes.length < mostBytesOfText) return undefined;
  const [, family = '', address = ''] = bytes.toString('latin1', 0, Math.max(0, end)).split(' ');
  const length = end + 2;
  if (family === 'UNKNOWN') return { address: undefined, length };
  const version = { TCP4: 4, TCP6: 6 }[family];
  if (end === -1 || version === undefined || isIP(address) !== version)
    throw new ProxyError('A PROXY header of version 1 is not understood');
  return { address, length };
}

function readBinary(bytes: Buffer): ProxyHeader | undefined {
  if (bytes.length < fixedBytes) return undefined;
  const [command = 0, family = 0, size] = [bytes[12], bytes[13], bytes.readUInt16BE(14)];
  const length = fixedBytes + size;
  if ((command !== localCommand && command !== proxyCommand) || length > mostBytes)
    throw new ProxyError('A PROXY header of version 2 is not understood');
  if (bytes.length < length) return undefined;
  const count = addressBytes[family >> 4];
  if (command === localCommand || count === undefined) return { address: undefined, length };
  // Both addresses and both ports.
  if (size < 2 * count + 4) throw new ProxyError('A PROXY header of version 2 is too short');
  return { address: addressOf(bytes.subarray(fixedBytes, fixedBytes + count)), length };
}

function addressOf(bytes: Buffer): string {
  if (bytes.length === 4) return bytes.join('.');
  return Array.from({ length: 8 }, (_, at) => bytes.readUInt16BE(2 * at).toString(16)).join(':');
}

/** A proxy sends it at once. */
const limitMs = 5_000;

/**
 * Takes the header from the beginning of a connection, which is paused then.
 * @returns undefined: it ended without a byte, as a check of a balancer does. @throws ProxyError
 */
export function takeProxyHeader(socket: Socket): Promise<ProxyHeader | undefined> {
  return new Promise((resolve, reject) => {
    let received = Buffer.alloc(0);
    const late = setTimeout(() => socket.destroy(), limitMs);
    const onClose = () => {
      clearTimeout(late);
      if (received.length === 0) resolve(undefined);
      else reject(new ProxyError('A PROXY header was cut off'));
    };
    const onData = (bytes: Buffer) => {
      received = Buffer.concat([received, bytes]);
      try {
        const header = readProxyHeader(received);
        if (header === undefined) return;
        clearTimeout(late);
        socket.pause();
        socket.off('data', onData);
        socket.off('close', onClose);
        if (received.length > header.length) socket.unshift(received.subarray(header.length));
        resolve(header);
      } catch (error) {
        reject(error);
      }
    };
    socket.on('data', onData);
    socket.once('close', onClose);
  });
}
