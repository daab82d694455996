/**
 * A visitor who presses "Remind me" signs in first. What they wanted stays in this tab, not in the address: a link of
 * somebody else must not set a reminder.
 */
import { serverNow } from '../../clock.ts';

const key = 'ringside-remind';
/** Signing up takes a while; after that nobody remembers the press. */
const keptMs = 30 * 60_000;

/** @param boutId of the bout that is meant; without one it is the event. */
export function keepRemindIntent(slug: string, boutId?: string) {
  try {
    sessionStorage.setItem(key, JSON.stringify({ slug, boutId, at: serverNow() }));
  } catch {
    // Storage is blocked: the viewer presses once more after the sign-in.
  }
}

export function dropRemindIntent() {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Storage is blocked: nothing was kept.
  }
}

/** Whether the reminder was wanted before the sign-in. It answers yes once. */
export function takeRemindIntent(slug: string, boutId?: string): boolean {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? '{}') as Record<string, unknown>;
    const { at } = kept;
    if (kept.slug !== slug || kept.boutId !== boutId) return false;
    sessionStorage.removeItem(key);
    return typeof at === 'number' && serverNow() - at < keptMs;
  } catch {
    return false;
  }
}
