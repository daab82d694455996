/** Test data of results. */
import type { Bout } from '../viewer/bouts/bouts.queries.ts';
import type { CompetitionResult } from '../viewer/bouts/results/results.queries.ts';

/** Of a bout with both corners known: red has won by knockout, and it was official an hour ago. */
export function fakeResult(bout: Bout, change: Partial<CompetitionResult> = {}): CompetitionResult {
  const fought = (corner: 'red' | 'blue') => {
    const { id = '', slug = '', name = '' } = bout[corner].fighter ?? {};
    return { id, slug, name };
  };
  return {
    boutId: bout.id,
    blockId: bout.blockId,
    version: 1,
    updatedAt: new Date(Date.now() - 3_600_000).toISOString(),
    red: fought('red'),
    blue: fought('blue'),
    winner: 'red',
    method: 'ko',
    round: 2,
    seconds: 94,
    scorecards: [],
    note: null,
    ...change,
  };
}
