import { type Tone, ToneBadge } from '../../../ui/badges/tone-badge.tsx';
import type { Access } from './accesses.queries.ts';

export const stateWords: Record<Access['state'], string> = {
  current: 'Current',
  waiting: 'Waiting',
  future: 'Not started',
  past: 'Ended',
};

const tones: Record<Access['state'], Tone> = {
  current: 'good',
  waiting: 'warning',
  future: 'plain',
  past: 'plain',
};

export function AccessStateBadge({ state }: { state: Access['state'] }) {
  return <ToneBadge tone={tones[state]}>{stateWords[state]}</ToneBadge>;
}
