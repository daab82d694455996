import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Followed } from './follow-competition.ts';

const isNothingPlaying = () => false;

/**
 * Follows the competition while the component is mounted and `isWanted`. The code is loaded on demand.
 * @returns whether the competition is followed; until then, and where the code cannot be loaded, the caller polls.
 */
export function useFollowing(slug: string, isWanted: boolean, isPlaying: () => boolean = isNothingPlaying) {
  const queryClient = useQueryClient();
  const [isFollowing, setIsFollowing] = useState(false);
  useEffect(() => {
    if (!isWanted) return;
    let stream: Followed | undefined;
    let isOver = false;
    import('./follow-competition.ts').then(
      ({ followCompetition }) => {
        if (isOver) return;
        stream = followCompetition({ slug, queryClient, isPlaying });
        setIsFollowing(true);
      },
      () => {},
    );
    return () => {
      isOver = true;
      stream?.close();
      setIsFollowing(false);
    };
  }, [slug, isWanted, isPlaying, queryClient]);
  return isFollowing;
}
