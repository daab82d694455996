import { lazy, Suspense } from 'react';
import { useSession } from '../../identity/sessions/use-session.ts';

const ContinueWatching = lazy(() =>
  import('./continue-watching.tsx').then((file) => ({ default: file.ContinueWatching })),
);

/** The recordings that a signed-in viewer has begun. It waits for nothing else, and nothing else waits for it. */
export function ContinueWatchingRail() {
  const { isLoggedIn } = useSession();
  if (!isLoggedIn) return null;
  return (
    <Suspense fallback={null}>
      <ContinueWatching />
    </Suspense>
  );
}
