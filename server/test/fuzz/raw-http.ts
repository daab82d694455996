/** Sends HTTP over a plain socket, because HTTP clients refuse to send most of the hostile requests. */
import { connect } from 'node:net';

export interface FuzzRequest {
  operationId: string;
  kind: string;
  method: string;
  /** As sent, including bytes above 127. */
  target: string;
  headers: Array<[name: string, value: string]>;
  body: Buffer | undefined;
  /** Replaces all the fields above. */
  raw?: Buffer;
}

export interface RawAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
  ms: number;
}

/** @throws when there is no complete answer in time. */
export async function sendRaw(port: number, request: FuzzRequest, limitMs: number): Promise<RawAnswer> {
  const begun = performance.now();
  const bytes = await exchange(port, request.raw ?? bytesOf(request), limitMs);
  return { ...parseAnswer(bytes), ms: performance.now() - begun };
}

function bytesOf({ method, target, headers, body }: FuzzRequest): Buffer {
  const sizes: Array<[string, string]> = body === undefined ? [] : [['content-length', String(body.length)]];
  const lines = [...headers, ...sizes].map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const head = `${method} ${target} HTTP/1.1\r\nhost: ringside.test\r\nconnection: close\r\n${lines}\r\n`;
  return Buffer.concat([Buffer.from(head, 'latin1'), body ?? Buffer.alloc(0)]);
}

function exchange(port: number, bytes: Buffer, limitMs: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const received: Buffer[] = [];
    const socket = connect({ port, host: '127.0.0.1' });
    const timer = setTimeout(() => {
      socket.destroy();
      reject(
        new Error(`no complete answer within ${limitMs} ms: ${Buffer.concat(received).subarray(0, 200)}`),
      );
    }, limitMs);
    const end = () => {
      clearTimeout(timer);
      resolve(Buffer.concat(received));
    };
    socket.on('data', (data: Buffer) => {
      received.push(data);
      if (isComplete(Buffer.concat(received))) socket.destroy();
    });
    // A server may answer and close before the whole request is sent; its answer still counts.
    socket.on('error', end);
    socket.on('close', end);
    socket.write(bytes);
  });
}

/** 100 Continue and its kind: the final answer follows. */
const interim = 'HTTP/1.1 1';

/** Whether the answer is complete: not every request asks the server to close the connection. */
function isComplete(bytes: Buffer): boolean {
  const end = bytes.indexOf('\r\n\r\n');
  const head = bytes.subarray(0, Math.max(end, 0)).toString('latin1');
  if (head.startsWith(interim)) return isComplete(bytes.subarray(end + 4));
  // A stream of events stays open; its first event says enough.
  if (/\r\ncontent-type: text\/event-stream/i.test(head)) return bytes.indexOf('\n\r\n', end + 4) > 0;
  const size = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  return size !== undefined && bytes.length >= end + 4 + Number(size);
}

function parseAnswer(bytes: Buffer): Omit<RawAnswer, 'ms'> {
  const end = bytes.indexOf('\r\n\r\n');
  const [first = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(first)?.[1]);
  if (end < 0 || Number.isNaN(status)) throw new Error(`no HTTP answer: ${bytes.subarray(0, 200)}`);
  if (first.startsWith(interim)) return parseAnswer(bytes.subarray(end + 4));
  const headers = Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  );
  const rest = bytes.subarray(end + 4);
  const body = headers['transfer-encoding'] === 'chunked' ? unchunk(rest) : rest;
  return { status, headers, body: body.toString() };
}

function unchunk(bytes: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const lineEnd = bytes.indexOf('\r\n', at);
    const size = Number.parseInt(bytes.subarray(at, lineEnd).toString('latin1'), 16);
    if (!(size > 0)) break;
    parts.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = lineEnd + 2 + size + 2;
  }
  return Buffer.concat(parts);
}

/** @returns a shell command that repeats the request. */
export function describeRequest(request: FuzzRequest): string {
  if (request.raw) return `printf '${escapeBytes(request.raw)}' | nc 127.0.0.1 3000`;
  const headers = request.headers.map(([name, value]) => ` -H ${quote(`${name}: ${value}`)}`).join('');
  const body = request.body ? ` --data-binary $'${escapeBytes(request.body)}'` : '';
  return `curl -i --path-as-is -X ${request.method} ${quote(`http://127.0.0.1:3000${request.target}`)}${headers}${body}`;
}

function quote(text: string): string {
  return `$'${escapeBytes(Buffer.from(text, 'latin1'))}'`;
}

function escapeBytes(bytes: Buffer): string {
  const shown = bytes.subarray(0, 2_000);
  const text = [...shown]
    .map((byte) =>
      byte < 32 || byte > 126 || byte === 39 || byte === 92 || byte === 37
        ? `\\x${byte.toString(16).padStart(2, '0')}`
        : String.fromCharCode(byte),
    )
    .join('');
  return bytes.length > shown.length ? `${text}...(${bytes.length} bytes)` : text;
}
