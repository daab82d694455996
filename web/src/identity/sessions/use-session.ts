import { useSyncExternalStore } from 'react';
import { session } from './current-session.ts';

export function useSession() {
  return useSyncExternalStore(session.subscribe, session.state);
}
