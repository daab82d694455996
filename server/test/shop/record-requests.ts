/**
 * Loaded into a server process before its code (`--import`): writes down every call of the payment provider and every port
 * that is opened, as lines of JSON. Calls of the real provider are answered by a stand-in, so that nothing leaves the machine.
 */
import { appendFileSync } from 'node:fs';
import http, { type ClientRequest, type RequestOptions } from 'node:http';
import https from 'node:https';
import net from 'node:net';

export interface RecordedCall {
  /** Protocol, host and port. */
  at: string;
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
}

export type RecordedLine = RecordedCall | { listening: number };

const { RECORD_TO = '', RECORD_STAND_IN = '', RECORD_KEY = '' } = process.env;
const write = (line: RecordedLine) => appendFileSync(RECORD_TO, `${JSON.stringify(line)}\n`);
const plain = http.request;

type Send = (options: RequestOptions, ...rest: unknown[]) => ClientRequest;

function recording(protocol: string, original: Send): Send {
  return (options, ...rest) => {
    if (!options.path?.startsWith('/v1/')) return original(options, ...rest);
    const { host, port, method, path } = options;
    const headers = options.headers as Record<string, string>;
    const isReal = host === 'api.stripe.com';
    const { hostname, port: standInPort } = new URL(RECORD_STAND_IN || 'http://localhost');
    const request = isReal
      ? plain({
          host: hostname,
          port: standInPort,
          method,
          path,
          headers: { ...headers, Authorization: `Bearer ${RECORD_KEY}` },
        })
      : original(options, ...rest);
    const send = request.write.bind(request) as (...parts: unknown[]) => boolean;
    request.write = ((data: unknown, ...others: unknown[]) => {
      write({
        at: `${protocol}://${host}:${port}`,
        method: String(method),
        path: String(path),
        headers,
        body: String(data),
      });
      return send(data, ...others);
    }) as typeof request.write;
    return request;
  };
}

http.request = recording('http', http.request as Send) as typeof http.request;
https.request = recording('https', https.request as Send) as typeof https.request;

const listen = net.Server.prototype.listen as (...args: unknown[]) => net.Server;
net.Server.prototype.listen = function opened(this: net.Server, ...args: unknown[]) {
  this.once('listening', () => write({ listening: (this.address() as net.AddressInfo).port }));
  return listen.apply(this, args);
};
