/**
 * What this browser shows of an event: a viewer who is behind must not read on another page, in this tab or in a second one,
 * what their picture has not shown yet (docs/product.md, 44.11). Tabs ask each other; one that is closed says so.
 */
import type { Picture } from './card-states.ts';

type Message =
  | { kind: 'ask' }
  | { kind: 'shows'; tab: string; pictures: Picture[] }
  | { kind: 'leaves'; tab: string };

interface Channel {
  postMessage(message: Message): void;
  addEventListener(type: 'message', listener: (event: { data: Message }) => void): void;
}

/** A tab that does not answer for so long has crashed; a shorter silence may be a tab that the browser has put to sleep. */
const silentMs = 10 * 60_000;
const reloadMs = 10_000;

/**
 * @param channel connects the tabs of this browser; undefined when the browser has no channels.
 * @param read what this tab shows.
 */
export function createPictureClock(
  channel: Channel | undefined,
  tab: string,
  read: () => Picture[],
  now: () => number = Date.now,
) {
  const others = new Map<string, { pictures: Picture[]; until: number }>();

  channel?.addEventListener('message', ({ data }) => {
    const known = others.get(data.kind === 'ask' ? '' : data.tab);
    if (data.kind === 'ask') tell();
    else if (data.kind === 'shows')
      others.set(data.tab, { pictures: data.pictures, until: now() + silentMs });
    // It may be loading anew: then it comes back behind, as another tab.
    else if (known) known.until = now() + reloadMs;
  });

  const tell = () => channel?.postMessage({ kind: 'shows', tab, pictures: read() });

  return {
    /** The other tabs answer in a moment. */
    ask: () => channel?.postMessage({ kind: 'ask' }),
    /** The page goes away, or comes back as it was. */
    leave: () => channel?.postMessage({ kind: 'leaves', tab }),
    comeBack: tell,
    pictures(): Picture[] {
      const heard = [...others.values()].filter(({ until }) => until > now());
      return [...read(), ...heard.flatMap(({ pictures }) => pictures)];
    },
    /** Whether this tab itself shows a picture of one of these streams. */
    isShown: (liveStreamIds: readonly string[]) =>
      read().some(({ liveStreamId }) => liveStreamIds.includes(liveStreamId)),
  };
}
