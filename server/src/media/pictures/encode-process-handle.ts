/** The server's end of one `encode-process.ts`: started when it is needed, ended when it is idle, slow or dead. */
import { type ChildProcess, fork } from 'node:child_process';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { EncodedPicture } from './encode-picture.ts';

export interface EncodeProcess {
  /** One upload at a time. */
  encode(upload: Buffer): Promise<EncodeReply | 'died' | 'too-slow'>;
  end(): void;
}

/** What the process says; a failure is a fault of ours, with its stack. */
export type EncodeReply = { picture: EncodedPicture } | { refusal: string } | { failure: string };

const program = fileURLToPath(new URL('./encode-process.ts', import.meta.url));
const timeLimitMs = 60_000;
const idleLimitMs = 30_000;
/** Behind everything that answers requests. */
const niceness = 5;

export function createEncodeProcess(): EncodeProcess {
  let child: ChildProcess | undefined;
  let idleTimer: ReturnType<typeof setTimeout> | undefined;

  function start(): ChildProcess {
    // Nothing of the server's environment, which holds its secrets.
    const started = fork(program, { env: {}, execArgv: [], serialization: 'advanced' });
    // Whoever waits for an answer hears of it; an idle process that cannot be spoken to is replaced.
    started.on('error', () => {});
    if (started.pid !== undefined) setPriority(started.pid, niceness);
    return started;
  }

  function end(): void {
    clearTimeout(idleTimer);
    if (child?.connected) child.disconnect();
    child = undefined;
  }

  return {
    async encode(upload) {
      clearTimeout(idleTimer);
      if (!child?.connected) child = start();
      const current = child;
      // Only while it works does it keep the server from ending.
      current.ref();
      current.channel?.ref();
      const answer = await ask(current, upload).catch((error) => {
        end();
        throw error;
      });
      current.unref();
      current.channel?.unref();
      if (typeof answer === 'string') {
        current.kill('SIGKILL');
        if (child === current) child = undefined;
      } else {
        idleTimer = setTimeout(end, idleLimitMs).unref();
      }
      return answer;
    },
    end,
  };
}

function ask(child: ChildProcess, upload: Buffer): Promise<EncodeReply | 'died' | 'too-slow'> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => settle(() => resolve('too-slow')), timeLimitMs);
    const settle = (finish: () => void) => {
      clearTimeout(timer);
      child.off('message', onMessage).off('exit', onExit).off('error', onError);
      finish();
    };
    const onMessage = (reply: EncodeReply) => settle(() => resolve(reply));
    const onExit = () => settle(() => resolve('died'));
    const onError = (error: Error) => settle(() => reject(error));
    child.on('message', onMessage).on('exit', onExit).on('error', onError);
    // A process that dies while it is written to.
    child.send(upload, (error) => error && onExit());
  });
}
