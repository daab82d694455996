/** The server's handle of one `encode-process.ts`: starts it on demand, and ends it when it is idle or too slow. */
import { type ChildProcess, fork } from 'node:child_process';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { EncodedPicture } from './encode-picture.ts';
import type { PictureShape } from './picture-files.ts';

export interface EncodeRequest {
  upload: Buffer;
  shape: PictureShape;
}

export interface EncodeProcess {
  /** One upload at a time. */
  encode(request: EncodeRequest): Promise<EncodeReply | 'died' | 'too-slow'>;
  end(): void;
}

/** The reply of the process; a failure is a bug, with its stack. */
export type EncodeReply = { picture: EncodedPicture } | { refusal: string } | { failure: string };

const program = fileURLToPath(new URL('./encode-process.ts', import.meta.url));
const timeLimitMs = 60_000;
const idleLimitMs = 30_000;
/** A lower priority than everything that answers requests. */
const niceness = 5;

export function createEncodeProcess(): EncodeProcess {
  let child: ChildProcess | undefined;
  let idleTimer: ReturnType<typeof setTimeout> | undefined;

  function start(): ChildProcess {
    // An empty environment, because the server's holds its secrets.
    const started = fork(program, { env: {}, execArgv: [], serialization: 'advanced' });
    // During an upload, `ask` handles the error; an idle process that has failed is replaced by the next upload.
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
    async encode(request) {
      clearTimeout(idleTimer);
      if (!child?.connected) child = start();
      const current = child;
      // The process keeps the server alive only while it works.
      current.ref();
      current.channel?.ref();
      const answer = await ask(current, request).catch((error) => {
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

function ask(child: ChildProcess, request: EncodeRequest): Promise<EncodeReply | 'died' | 'too-slow'> {
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
    // The process died while it was receiving the upload.
    child.send(request, (error) => error && onExit());
  });
}
