/** Calls of a server over the network, as clients make them: no answer at all is one of the outcomes. */
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
  headers?: Record<string, string>;
}

/** Nothing may take longer than this, whatever happens to the server. */
const hangMs = 30_000;

let clients = 0;
/** Each call comes from another address, as the calls of many people do; wants TRUST_PROXY=127.0.0.1. */
function anyAddress(): Record<string, string> {
  clients += 1;
  return { 'x-forwarded-for': `10.${(clients >> 16) & 255}.${(clients >> 8) & 255}.${clients & 255}` };
}

/** `call(server, 'POST /api/v1/events', { token, body })`. @throws when there is no whole answer. */
export function call(
  { url }: Pick<ServerProcess, 'url'>,
  target: string,
  { token, body, headers }: CallOptions = {},
): Promise<Reply> {
  const [method = 'GET', path = '/'] = target.split(' ', 2);
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    const outgoing = request(`${url}${path}`, {
      method,
      headers: {
        ...anyAddress(),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
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
    outgoing.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

export class HangError extends Error {
  override name = 'HangError';
}
