/**
 * Requests one URL a hundred times a second, also while answers are missing. Measures the answers to the requests
 * between the messages `begin` and `end`, and then sends the result to the parent process.
 */
import { Agent, request } from 'node:http';

const everyMs = 10;
const url = String(process.argv[2]);
const agent = new Agent({ keepAlive: true });

let measured: Array<Promise<number | undefined>> = [];

/** @returns milliseconds; undefined if the request failed. */
function sendRequest(dueAt: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    request(url, { agent }, (response) => {
      response.resume().on('end', () => {
        resolve(response.statusCode === 200 ? performance.now() - dueAt : undefined);
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
