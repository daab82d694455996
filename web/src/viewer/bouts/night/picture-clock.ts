/**
 * What this browser shows of an event: a viewer who is behind must not read on another page, in this tab or in a second one,
 * what their picture has not shown yet (docs/product.md, 44.11). Tabs ask each other; one that is closed says so.
 */
import type { Picture } from './card-states.ts';

type Message = { kind: 'ask' } | { kind: 'shows'; tab: string; pictures: Picture[] };

interface Channel {
  postMessage(message: Message): void;
  addEventListener(type: 'message', listener: (event: { data: Message }) => void): void;
}

/**
 * @param channel between the tabs of this browser; undefined where there is none.
 * @param read what this tab shows.
 */
export function createPictureClock(channel: Channel | undefined, tab: string, read: () => Picture[]) {
  const others = new Map<string, Picture[]>();

  channel?.addEventListener('message', ({ data }) => {
    if (data.kind === 'ask') tell();
    else others.set(data.tab, data.pictures);
  });

  const tell = (pictures = read()) => channel?.postMessage({ kind: 'shows', tab, pictures });

  return {
    /** The other tabs answer in a moment. */
    ask: () => channel?.postMessage({ kind: 'ask' }),
    /** The page goes away, or comes back as it was. */
    leave: () => tell([]),
    comeBack: () => tell(),
    pictures: (): Picture[] => [...read(), ...[...others.values()].flat()],
    /** Whether this tab itself shows a picture of one of these streams. */
    isShown: (liveStreamIds: readonly string[]) =>
      read().some(({ liveStreamId }) => liveStreamIds.includes(liveStreamId)),
  };
}
