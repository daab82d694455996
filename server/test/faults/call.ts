/** Calls a server over the network, as clients do. A call can also end without an answer. */
import { request } from 'node:http';
import type { ServerProcess } from '../processes.ts';

export interface Reply {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  // biome-ignore lint/suspicious/noExplicitAny: answers of every operation
  body: any;
  ms: number;
}

export interface CallOptions {
  token?: string | undefined;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as it is. */
  raw?: Buffer;
  headers?: Record<string, string>;
}

/** No answer may take longer than this, also when the server has a fault. */
const hangMs = 30_000;

let clients = 0;
/** Gives each call another client address, like calls of many people. Requires TRUST_PROXY=127.0.0.1. */
function newClientAddress(): Record<string, string> {
  clients += 1;
  return { 'x-forwarded-for': `10.${(clients >> 16) & 255}.${(clients >> 8) & 255}.${clients & 255}` };
}

/** `call(server, 'POST /api/v1/events', { token, body })`. @throws when there is no complete answer. */
export function call(
  { url }: Pick<ServerProcess, 'url'>,
  target: string,
  { token, body, raw, headers }: CallOptions = {},
): Promise<Reply> {
  const [method = 'GET', path = '/'] = target.split(' ', 2);
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    const outgoing = request(`${url}${path}`, {
      method,
      headers: {
        ...newClientAddress(),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(raw === undefined ? {} : { 'content-type': 'application/octet-stream' }),
        ...headers,
      },
    });
    outgoing.setTimeout(hangMs, () => outgoing.destroy(new HangError(`${target} hangs`)));
    outgoing.on('error', reject);
    outgoing.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (data) => {
        text += data;
      });
      response.on('error', reject);
      response.on('end', () => {
        const isJson = /json/.test(String(response.headers['content-type']));
        resolve({
          status: Number(response.statusCode),
          headers: response.headers,
          body: isJson && text ? JSON.parse(text) : text,
          ms: performance.now() - startedAt,
        });
      });
    });
    outgoing.end(raw ?? (body === undefined ? undefined : JSON.stringify(body)));
  });
}

export class HangError extends Error {
  override name = 'HangError';
}
