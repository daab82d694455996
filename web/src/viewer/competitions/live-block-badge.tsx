import { pictureOf } from '@ringside/rules/card';
import { LiveBadge, PhaseBadge } from '../../ui/badges/badges.tsx';
import type { Block } from './competition-types.ts';

/** The badge of a live block. Only a picture is called live. */
export function LiveBlockBadge({ block, size = 'md' }: { block: Block; size?: 'md' | 'lg' }) {
  const picture = pictureOf(block);
  if (picture === 'waiting') return <PhaseBadge>Starts soon</PhaseBadge>;
  if (picture === 'interrupted') return <PhaseBadge>Interrupted</PhaseBadge>;
  return <LiveBadge size={size} />;
}
