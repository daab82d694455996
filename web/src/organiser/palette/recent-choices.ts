/**
 * What was chosen last in this tab, for one account. Names of people stand in it, so it ends with the tab, and another
 * account finds nothing.
 */
import type { Hit } from './hits.ts';

const key = 'palette';
const kept = 6;

interface Stored {
  owner: string;
  hits: Hit[];
}

export function readRecent(owner: string): Hit[] {
  try {
    const stored = JSON.parse(window.sessionStorage.getItem(key) ?? 'null') as Partial<Stored> | null;
    if (stored?.owner !== owner || !Array.isArray(stored.hits)) return [];
    return stored.hits.filter(isHit).slice(0, kept);
  } catch {
    return [];
  }
}

export function rememberChoice(owner: string, hit: Hit) {
  const others = readRecent(owner).filter(({ href }) => href !== hit.href);
  try {
    window.sessionStorage.setItem(key, JSON.stringify({ owner, hits: [hit, ...others].slice(0, kept) }));
  } catch {
    // A full or forbidden storage only loses the list.
  }
}

function isHit(value: unknown): value is Hit {
  const { kind, label, detail, href, needs } = (value ?? {}) as Partial<Hit>;
  return (
    (kind === 'page' || kind === 'event' || kind === 'fighter' || kind === 'bout' || kind === 'user') &&
    typeof label === 'string' &&
    typeof detail === 'string' &&
    typeof href === 'string' &&
    /^\/(?!\/)/.test(href) &&
    Array.isArray(needs)
  );
}
