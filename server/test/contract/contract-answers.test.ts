/**
 * Walks through every answer that the contract declares, once. walk.ts explains the words.
 *
 * @engine one
 */
import { describe, expect, it } from 'vitest';
import { visits } from './visits.ts';
import { startWalk } from './walk.ts';
import { witnesses } from './witnesses.ts';

const walk = await startWalk();

/** Encoding a picture in many sizes takes long. */
const slowTimeout = { timeout: 60_000 };

describe('the walk through the answers', () => {
  it('visits most of what the contract declares', () => {
    expect(visits.length).toBeGreaterThan(1_000);
  });

  it.each(visits.map((visit) => [visit.name, visit] as const))('%s', slowTimeout, async (_name, visit) => {
    const scene = await walk.play(visit);
    for (const [witness, look] of Object.entries(witnesses)) {
      const claim = await look(scene, walk);
      if (claim === undefined) continue;
      const { seen, expected, hint } = claim;
      const detail = hint === undefined ? '' : ` (${JSON.stringify(hint).slice(0, 1_000)})`;
      expect.soft(seen, witness + detail).toEqual(expected);
    }
  });
});
