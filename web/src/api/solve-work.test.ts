import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { solveWork } from './solve-work.ts';

const zeroBits = (text: string) => Math.clz32(createHash('sha256').update(text).digest().readUInt32BE());

it.each([1, 8, 12])('finds a proof of %d bits, which the server accepts', async (bits) => {
  const challenge = 'th2k9c.Yl3k0sVb1xA.q5yqPZ2mS0cJmJtWlX1nOQ';
  const proof = await solveWork({ challenge, bits }, new AbortController().signal);
  expect(zeroBits(proof)).toBeGreaterThanOrEqual(bits);
  expect(proof).toMatch(/^th2k9c\.Yl3k0sVb1xA\.q5yqPZ2mS0cJmJtWlX1nOQ\.[\da-z]{1,32}$/);
});

it('lets other work of the page through, and stops when it is told to', async () => {
  const stop = new AbortController();
  const work = solveWork({ challenge: 'endless', bits: 32 }, stop.signal);
  await new Promise((resolve) => setTimeout(resolve));
  stop.abort();
  await expect(work).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));
});
