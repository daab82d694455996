import { sha256 } from '@noble/hashes/sha2.js';
import { nextTask } from '../next-task.ts';

/** The page goes on reacting between two slices. */
const sliceMs = 25;

/**
 * Finds a text with which the SHA-256 of `<challenge>.<text>` begins with so many zero bits. `crypto.subtle` is missing at
 * plain http, and each of its calls takes longer than the hash.
 */
export async function solveWork(
  { challenge, bits }: { challenge: string; bits: number },
  signal: AbortSignal,
): Promise<string> {
  const encoder = new TextEncoder();
  const beginning = sha256.create().update(encoder.encode(`${challenge}.`));
  // Used again and again: new ones for each try would take most of the time.
  const [hash, digest, text] = [beginning.clone(), new Uint8Array(32), new Uint8Array(16)];
  const view = new DataView(digest.buffer);
  const zeroBitsWith = (end: string) => {
    const { written } = encoder.encodeInto(end, text);
    beginning._cloneInto(hash).update(text.subarray(0, written)).digestInto(digest);
    return Math.clz32(view.getUint32(0));
  };
  for (let tried = 0; ; ) {
    for (const sliceEnd = performance.now() + sliceMs; performance.now() < sliceEnd; ) {
      for (const stop = tried + 256; tried < stop; tried++) {
        const end = tried.toString(36);
        if (zeroBitsWith(end) >= bits) return `${challenge}.${end}`;
      }
    }
    await nextTask();
    signal.throwIfAborted();
  }
}
