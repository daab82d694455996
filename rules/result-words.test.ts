import { expect, it } from 'vitest';
import type { ResultGiven } from './result.ts';
import { resultInWords } from './result-words.ts';

const fighter = (name: string) => ({ id: name, slug: name, name });
const corners = { red: fighter('Noor Haddad'), blue: fighter('Jens Okafor') };
const given: Omit<ResultGiven, 'scorecards'> = { winner: 'blue', method: 'tko', round: 2, seconds: 94 };

it.each<[Partial<typeof given>, string]>([
  [{}, 'Jens Okafor won: TKO, round 2, 1:34'],
  [{ seconds: null }, 'Jens Okafor won: TKO, round 2'],
  [{ seconds: 0, round: 1, winner: 'red' }, 'Noor Haddad won: TKO, round 1, 0:00'],
  [{ winner: 'draw', method: 'decision-split', round: null, seconds: null }, 'Draw: Split decision'],
  [{ winner: 'none', method: 'no-contest' }, 'No contest, round 2, 1:34'],
])('%j is %s', (change, words) => {
  expect(resultInWords({ ...given, ...corners, ...change })).toBe(words);
});
