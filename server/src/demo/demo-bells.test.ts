import { boutState } from '@ringside/rules/bell';
import { describe, expect, it } from 'vitest';
import { epochMs } from '../media/origin/timeline.ts';
import { demoBells } from './demo-bells.ts';

const card = Array.from({ length: 9 }, (_, index) => ({
  id: `bout ${index + 1}`,
  rounds: index === 8 ? 5 : 3,
}));
const begin = Date.parse('2026-11-28T20:00:00Z');
const statesAt = (now: number) =>
  card.map(({ id }) =>
    boutState(
      demoBells(card, now)
        .filter(({ boutId }) => boutId === id)
        .map((bell) => ({ ...bell, round: bell.round ?? null, at: Date.parse(bell.at), isUndone: false })),
    ),
  );
/** Two runs of the card, each fifteen seconds. */
const moments = Array.from({ length: 400 }, (_, index) => begin + index * 15_000);

describe('the bells of the demo', () => {
  it('leave the first seven fights over, and the last two go on in their order, for ever', () => {
    const phases = new Set<string>();
    for (const now of moments) {
      const states = statesAt(now);
      expect(states.slice(0, 7).every(({ phase }) => phase === 'over')).toBe(true);
      const [last, title] = states.slice(-2);
      if (title?.phase !== 'waiting') expect(last?.phase).toBe('over');
      phases.add(`${last?.phase}/${title?.phase}`);
    }
    expect([...phases]).toEqual(
      expect.arrayContaining(['round/waiting', 'break/waiting', 'over/walkout', 'over/round', 'over/over']),
    );
  });

  it('are rung where the film rings: a round ends 14 s into its loop, and the next begins at 17 s', () => {
    for (const { kind, at } of demoBells(card, begin).filter(({ boutId }) => boutId > 'bout 7')) {
      const intoLoop = ((Date.parse(at) - epochMs) % 32_000) / 1_000;
      if (kind === 'round-start') expect(intoLoop).toBe(17);
      if (kind === 'round-end') expect(intoLoop).toBe(14);
    }
  });

  it('are the same bells on each server, each with one id, and none is to come', () => {
    const known = new Map<string, string>();
    for (const now of moments)
      for (const bell of demoBells(card, now)) {
        expect(Date.parse(bell.at)).toBeLessThanOrEqual(now);
        const text = JSON.stringify(bell);
        expect(known.get(bell.id) ?? text).toBe(text);
        known.set(bell.id, text);
      }
  });

  it('are none without a card', () => {
    expect(demoBells([], begin)).toEqual([]);
  });
});
