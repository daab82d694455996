/**
 * Where the recording plays that this device watches. The check of the playback session tells the server; a pause, a
 * hidden page and leaving tell it at once. A place is told only when it has changed, so that a forgotten tab never
 * takes back what another device has watched since.
 */
export interface WatchedPlace {
  liveStreamId: string;
  /** Seconds from the beginning; 0 at the end. */
  positionSeconds: number;
}

export type WatchedPlaces = ReturnType<typeof createWatchedPlaces>;

/** @param save sends a place at once, also while the page is being left. */
export function createWatchedPlaces(save: (place: WatchedPlace) => void) {
  let followed: { liveStreamId: string; read: () => number | null; told: number | null } | undefined;

  /** The place that is to be told now; null when nothing has changed. */
  function next(): WatchedPlace | null {
    const positionSeconds = followed?.read() ?? null;
    if (!followed || positionSeconds === null || positionSeconds === followed.told) return null;
    followed.told = positionSeconds;
    return { liveStreamId: followed.liveStreamId, positionSeconds };
  }

  function flush() {
    const place = next();
    if (place) save(place);
  }

  return {
    next,
    flush,
    /** @param read the position; null while it is unknown. @returns a function that tells the last place and stops. */
    follow(liveStreamId: string, read: () => number | null) {
      flush();
      const own = { liveStreamId, read, told: null };
      followed = own;
      return () => {
        if (followed !== own) return;
        flush();
        followed = undefined;
      };
    },
  };
}
