import type { components } from '@ringside/openapi/schema';
import type { Fighter } from './fighters.queries.ts';

type FightRecord = components['schemas']['FightRecord'];

export const stanceWords: Record<NonNullable<Fighter['stance']>, string> = {
  orthodox: 'Orthodox',
  southpaw: 'Southpaw',
  switch: 'Switch',
};

/** The same for screen readers. */
export function recordInWords({ wins, losses, draws }: FightRecord) {
  const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;
  return [
    counted(wins, 'win', 'wins'),
    counted(losses, 'loss', 'losses'),
    counted(draws, 'draw', 'draws'),
  ].join(', ');
}
