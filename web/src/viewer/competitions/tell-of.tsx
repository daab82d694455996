import { blockPhase } from '@ringside/rules/card';
import type { ReactNode } from 'react';
import { serverNow } from '../../clock.ts';
import type { Bout } from '../bouts/bouts.queries.ts';
import type { BoutMoments } from '../bouts/night/night-words.ts';
import { tellMeOf } from '../reminders/bouts/tell-me-of.tsx';
import type { Competition } from './competition-types.ts';

/** "Tell me when it is next" for the bouts of blocks that are not over. @param moments what this viewer may know of the night. */
export function tellOf({ slug, blocks }: Competition, moments: BoutMoments | undefined, isIcon?: boolean) {
  return (bout: Bout): ReactNode => {
    const block = blocks.find(({ id }) => id === bout.blockId);
    if (!block || blockPhase(block, serverNow()) === 'past') return null;
    return tellMeOf(slug, bout, moments?.get(bout.id), isIcon);
  };
}
