import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { boutHash } from '../bout-words.ts';
import type { Watched } from './use-bout-chapters.ts';

const readEveryMs = 500;

/** Goes to the beginning of the bout that the address names (`#bout-<id>`), once, as soon as there is a picture. */
export function useLinkedChapter(watched: Watched | undefined) {
  const { hash, key, pathname, search } = useLocation();
  const gone = useRef<string>(undefined);
  useEffect(() => {
    const chapter = watched?.chapters.find(({ boutId }) => boutHash(boutId) === hash);
    if (!watched || !chapter || gone.current === key) return;
    const go = () => {
      if (!watched.player.getState().hasFrame) return;
      clearInterval(timer);
      gone.current = key;
      watched.player.seekTo(chapter.start);
      // A reload goes on where the viewer is. The router need not know.
      window.history.replaceState(window.history.state, '', `${pathname}${search}`);
    };
    const timer = setInterval(go, readEveryMs);
    go();
    return () => clearInterval(timer);
  }, [watched, hash, key, pathname, search]);
}
