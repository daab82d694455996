/**
 * Sends the requests of the first message in turns, a hundred times a second, also while answers are missing. Measures
 * the answers to the requests between the messages `begin` and `end`, and then sends the result to the parent process.
 */
import { once } from 'node:events';
import { Agent, request } from 'node:http';

export interface SteadyRequest {
  method: string;
  /** With its origin. */
  path: string;
  headers: Record<string, string>;
}

const everyMs = 10;
const [requests] = (await once(process, 'message')) as [SteadyRequest[]];
const agent = new Agent({ keepAlive: true });

let sent = 0;
let measured: Array<Promise<number | undefined>> = [];

/** @returns milliseconds; undefined if the request failed. */
function sendRequest(dueAt: number): Promise<number | undefined> {
  const { method, path, headers } = requests[sent++ % requests.length] as SteadyRequest;
  return new Promise((resolve) => {
    request(path, { agent, method, headers }, (response) => {
      const { statusCode = 0 } = response;
      response.resume().on('end', () => {
        resolve(statusCode >= 200 && statusCode < 300 ? performance.now() - dueAt : undefined);
      });
    })
      .on('error', () => resolve(undefined))
      .end();
  });
}

let dueAt = performance.now();
setInterval(() => {
  for (; dueAt <= performance.now(); dueAt += everyMs) measured.push(sendRequest(dueAt));
}, everyMs / 2);

process.on('message', async (word) => {
  if (word === 'begin') {
    measured = [];
    return;
  }
  const results = await Promise.all(measured.splice(0));
  const times = results.filter((time) => time !== undefined).toSorted((a, b) => a - b);
  const at = (share: number) =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
  process.send?.({ p50: at(0.5), p99: at(0.99), failed: results.length - times.length });
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
