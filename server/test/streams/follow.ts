/** Follows a stream of events over a real connection, as a client does. */
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished, vi } from 'vitest';
import type { Device, TestApi } from '../harness.ts';

export interface ReceivedEvent {
  id: string;
  event: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into events of every type
  data: any;
}

export interface Follower {
  status: number;
  headers: Record<string, unknown>;
  /** The body so far. */
  text(): string;
  events(): ReceivedEvent[];
  /** The newest event of a type. @throws after 2 s without one that fits. */
  // biome-ignore lint/suspicious/noExplicitAny: see above
  next(event: string, fits?: (data: any) => boolean, withinMs?: number): Promise<ReceivedEvent>;
  /** Settles when the server has ended the answer. */
  ended: Promise<void>;
  close(): void;
}

interface Options {
  device?: Device | undefined;
  headers?: Record<string, string>;
}

/** Listens on a free port first, if the server does not listen yet. */
export async function follow(
  api: Pick<TestApi, 'app'>,
  path: string,
  options: Options = {},
): Promise<Follower> {
  if (!api.app.server.listening) await api.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = api.app.server.address() as AddressInfo;
  return followUrl(`http://127.0.0.1:${port}${path}`, options);
}

export function followUrl(url: string, { device, headers = {} }: Options = {}): Promise<Follower> {
  return new Promise((resolve, reject) => {
    const authorization = device ? { authorization: `Bearer ${device.accessToken}` } : {};
    const sent = request(url, { headers: { ...authorization, ...headers }, agent: false });
    sent.once('error', reject);
    sent.once('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part) => {
        text += part;
      });
      const events = () => eventsOf(text);
      const ended = new Promise<void>((done) => {
        response.once('close', done);
      });
      response.on('error', () => {});
      sent.on('error', () => {});
      onTestFinished(() => void sent.destroy());
      resolve({
        status: Number(response.statusCode),
        headers: response.headers,
        text: () => text,
        events,
        ended,
        close: () => void sent.destroy(),
        next: (event, fits = () => true, withinMs = 2_000) =>
          vi.waitFor(
            () => {
              const found = events().findLast((each) => each.event === event);
              if (!found || !fits(found.data))
                throw new Error(`No such ${event}: ${JSON.stringify(found?.data) ?? text}`);
              return found;
            },
            { timeout: withinMs, interval: 5 },
          ),
      });
    });
    sent.end();
  });
}

export function eventsOf(text: string): ReceivedEvent[] {
  return text
    .split('\n\n')
    .slice(0, -1)
    .map((frame) => new Map(frame.split('\n').map((line) => line.split(/: (.*)/s) as [string, string])))
    .filter((fields) => fields.has('event'))
    .map((fields) => ({
      id: String(fields.get('id')),
      event: String(fields.get('event')),
      data: JSON.parse(String(fields.get('data'))),
    }));
}
