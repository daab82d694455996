import { buffer } from 'node:stream/consumers';
import pLimit from 'p-limit';
import { problem } from '../../http/problems.ts';
import { isPictureId } from './picture-files.ts';
import type { PictureStore } from './picture-store.ts';
import { drawSharedPicture } from './shared-picture.ts';

/** A corner without a portrait. */
const nobody = 'none';
/** Of some 60 KB each; caches before the server keep the others. */
const keptCount = 40;
const waitingCount = 8;
/** Shorter than a connection is kept without an answer. */
const longestWaitMs = 10_000;

/** The name of the preview of one fighter, or of two corners; undefined when there is no portrait to show. */
export function sharedPictureName(pictureIds: readonly (string | null)[]): string | undefined {
  if (pictureIds.every((id) => id === null)) return undefined;
  return `${pictureIds.map((id) => id ?? nobody).join('_')}.jpg`;
}

function idsIn(name: string): (string | null)[] | undefined {
  const parts = /^([0-9a-z-]+)(?:_([0-9a-z-]+))?\.jpg$/.exec(name)?.slice(1).filter(Boolean) ?? [];
  const ids = parts.map((part) => (part === nobody ? null : part));
  const isKnown = ids.some((id) => id !== null) && ids.every((id) => id === null || isPictureId(id));
  return isKnown ? ids : undefined;
}

/** Draws one at a time and keeps the last ones. */
export function createSharedPictures(store: PictureStore) {
  const kept = new Map<string, Buffer>();
  const limit = pLimit(1);

  async function draw(
    name: string,
    ids: readonly (string | null)[],
    since: number,
  ): Promise<Buffer | undefined> {
    const known = kept.get(name);
    if (known) return known;
    if (performance.now() - since > longestWaitMs) throw tooBusy();
    const portraits: (Buffer | null)[] = [];
    for (const id of ids) {
      const file = id === null ? undefined : await store.open(id, '960.jpg');
      if (id !== null && file === undefined) return undefined;
      portraits.push(file ? await buffer(file.stream) : null);
    }
    const picture = await drawSharedPicture(portraits);
    kept.set(name, picture);
    for (const oldest of kept.keys()) {
      if (kept.size <= keptCount) break;
      kept.delete(oldest);
    }
    return picture;
  }

  async function areThere(ids: readonly (string | null)[]): Promise<boolean> {
    const sizes = await Promise.all(ids.map((id) => (id === null ? 0 : store.findSize(id, '240.jpg'))));
    return sizes.every((size) => size !== undefined);
  }

  return {
    /** undefined: there is no such portrait. @throws problem 503 while too many wait. */
    async find(name: string): Promise<Buffer | undefined> {
      const ids = idsIn(name);
      if (ids === undefined) return undefined;
      const known = kept.get(name);
      // A portrait that was deleted is not shown here either.
      if (known && (await areThere(ids))) return known;
      kept.delete(name);
      if (limit.pendingCount >= waitingCount) throw tooBusy();
      return limit(draw, name, ids, performance.now());
    },
  };
}

const tooBusy = () => problem('service-unavailable', { headers: { 'retry-after': '5' } });
