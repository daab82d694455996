import type { BoutState, Ringable } from '@ringside/rules/bell';
import type { Bout } from './bell.queries.ts';

/** What a button says. */
export function bellInWords({ kind, round }: Ringable, { rounds }: Pick<Bout, 'rounds'>): string {
  const name = round !== null && round > rounds ? 'extra round' : `round ${round}`;
  switch (kind) {
    case 'walkout':
      return 'Walkout';
    case 'round-start':
      return `Bell: ${name}`;
    case 'round-end':
      return `End of ${name}`;
    case 'stopped':
      return 'Stopped';
    case 'over':
      return 'Over';
  }
}

/** "Round 2", "Break after round 2" */
export function stateInWords({ phase, round }: BoutState): string {
  switch (phase) {
    case 'waiting':
      return 'Not begun';
    case 'walkout':
      return 'Walkout';
    case 'round':
      return `Round ${round}`;
    case 'break':
      return `Break after round ${round}`;
    case 'stopped':
      return `Stopped in round ${round}`;
    case 'over':
      return 'Over';
  }
}

/** "1:05" */
export function clockInWords(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
