/**
 * The parent of the server. It holds nothing but the child, whose input and output are its own. When it is killed, the child
 * sees the end of their channel and stops.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { stopMessage } from '../server/src/exit-codes.ts';
import { type End, mostRestarts, Restarts } from './restarts.ts';

/** Ends this process as the last child has ended. */
export async function supervise(script: string): Promise<void> {
  const stopping = new AbortController();
  const restarts = new Restarts();
  let child: ChildProcess | undefined;
  const onSignal = () => {
    // The second one: it must end at once.
    if (stopping.signal.aborted) child?.kill('SIGKILL');
    // A terminal has sent the signal to the child as well, and there a second one would end it at once.
    else child?.send(stopMessage, () => {});
    stopping.abort();
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, onSignal);

  for (;;) {
    child = fork(script, process.argv.slice(2), { stdio: 'inherit' });
    const end = await endOf(child);
    if (stopping.signal.aborted) return endLike(end, onSignal);
    const pauseMs = restarts.pauseAfter(end, performance.now());
    if (pauseMs === undefined) return endLike(end, onSignal);
    const times = `${restarts.count} of ${mostRestarts} times within 10 minutes`;
    process.stderr.write(`The server has failed (${end.signal ?? end.code}). It starts again: ${times}.\n`);
    await wait(pauseMs, undefined, { signal: stopping.signal }).catch(() => {});
    if (stopping.signal.aborted) return endLike({ code: 0, signal: null }, onSignal);
  }
}

function endOf(child: ChildProcess): Promise<End> {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
    child.once('error', (error) => {
      process.stderr.write(`${error.message}\n`);
      if (child.pid === undefined) resolve({ code: 1, signal: null });
    });
  });
}

function endLike({ code, signal }: End, onSignal: () => void): void {
  if (signal === null) {
    process.exit(code ?? 1);
  }
  process.off('SIGTERM', onSignal).off('SIGINT', onSignal);
  process.kill(process.pid, signal);
}
