import { useSyncExternalStore } from 'react';
import { session } from './current-session.ts';
import { signedOut } from './session.ts';

export function useSession() {
  // A rendered page is that of a visitor until the browser has taken it over.
  return useSyncExternalStore(session.subscribe, session.state, () => signedOut);
}
