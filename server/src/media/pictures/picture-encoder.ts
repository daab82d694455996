/**
 * Encodes uploads in child processes, at most two at once. A process stays for the next upload until it has been idle
 * for a while. A short queue waits; more uploads get a 503.
 * They have low priority and not the environment of the server: a file that is made to crash its reader ends only
 * its process.
 */
import pLimit from 'p-limit';
import { bodyIssue, problem, validationProblem } from '../../http/problems.ts';
import type { EncodedPicture } from './encode-picture.ts';
import { createEncodeProcess, type EncodeProcess, type EncodeRequest } from './encode-process-handle.ts';
import type { PictureShape } from './picture-files.ts';

export interface PictureEncoder extends Disposable {
  /**
   * Runs the work of one upload, unless too many are running: each holds its file in memory.
   * @throws problem 503 when too many are.
   */
  admit<T>(work: () => Promise<T>): Promise<T>;
  /** @throws problem 400 with the fault of the file; problem 503 when the encoding took too long. */
  encode(upload: Buffer, shape: PictureShape): Promise<EncodedPicture>;
}

const atOnce = 2;
const admittedAtOnce = 8;

export function createPictureEncoder(): PictureEncoder {
  const processes = Array.from({ length: atOnce }, createEncodeProcess);
  const free = [...processes];
  const limit = pLimit(atOnce);
  let admitted = 0;

  async function encodeInProcess(request: EncodeRequest) {
    // Never empty: at most as many run at once as there are processes.
    const process = free.pop() as EncodeProcess;
    try {
      return await process.encode(request);
    } finally {
      free.push(process);
    }
  }

  return {
    async admit(work) {
      if (admitted >= admittedAtOnce) throw tooBusy();
      admitted++;
      try {
        return await work();
      } finally {
        admitted--;
      }
    },

    async encode(upload, shape) {
      const answer = await limit(encodeInProcess, { upload, shape });
      if (answer === 'died') throw fileProblem('Is damaged: it cannot be read completely.');
      if (answer === 'too-slow') throw tooBusy();
      if ('refusal' in answer) throw fileProblem(answer.refusal);
      if ('failure' in answer) throw new Error(`A picture could not be encoded: ${answer.failure}`);
      return answer.picture;
    },

    [Symbol.dispose]() {
      for (const process of processes) process.end();
    },
  };
}

function fileProblem(detail: string) {
  return validationProblem([bodyIssue('/file', detail)]);
}

function tooBusy() {
  return problem('service-unavailable', { headers: { 'retry-after': '5' } });
}
