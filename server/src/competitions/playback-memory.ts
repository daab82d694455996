/**
 * Answers playlists without a statement: a playlist that was allowed is allowed until the lease or the access ends, or
 * until the right is revoked.
 * When its memory of a lease runs out, the server asks for the pings of all such leases in one statement a second at
 * most, not in one per viewer and minute.
 */
import { type MemoryOptions, RevocableMemory } from '../db/revocable-memory.ts';
import { leaseExpiry } from '../playback/playback.rules.ts';
import type { Playback, PlaybackKey } from './find-playback.ts';

/** Less than is left of a lease when its next ping arrives here. */
const endsSoonMs = 15_000;
const collectForMs = 1_000;
const mostPerBatch = 1_000;

interface Options extends Omit<MemoryOptions<PlaybackKey, Playback>, 'nameOf' | 'holds'> {
  /** The last pings of those leases that have not ended. */
  listPings: (leaseIds: string[]) => Promise<Array<{ id: string; pingedAt: string }>>;
}

export class PlaybackMemory extends RevocableMemory<PlaybackKey, Playback> {
  readonly #options: Options;
  /** Leases whose pings seem to arrive at another server, by their id. */
  readonly #ending = new Map<string, PlaybackKey>();

  constructor(options: Options) {
    super({
      ...options,
      nameOf: ({ leaseId, streamId }) => `${leaseId}/${streamId}`,
      holds: ({ holds }) =>
        holds && { until: Math.min(holds.leaseEnds, holds.rightEnds), restsOn: holds.restsOn },
    });
    this.#options = options;
  }

  /** @returns the same as `findPlayback`. */
  override find(key: PlaybackKey): Promise<Playback | undefined> {
    const leaseEnds = this.known(key)?.holds?.leaseEnds ?? Number.POSITIVE_INFINITY;
    if (leaseEnds - this.#options.now().getTime() < endsSoonMs) this.#collect(key);
    return super.find(key);
  }

  /** The lease was pinged. */
  renew(key: PlaybackKey, pingedAt: string): void {
    const known = this.known(key);
    if (known?.holds === undefined) return;
    const leaseEnds = Math.max(known.holds.leaseEnds, leaseExpiry(pingedAt));
    this.remember(key, { ...known, holds: { ...known.holds, leaseEnds } });
  }

  /** One statement for all leases of a second, because each costs as many statements as there are servers otherwise. */
  #collect(key: PlaybackKey): void {
    if (this.#ending.size >= mostPerBatch) return;
    if (this.#ending.size === 0) setTimeout(() => void this.#renewCollected(), collectForMs).unref();
    this.#ending.set(key.leaseId, key);
  }

  async #renewCollected(): Promise<void> {
    const ending = new Map(this.#ending);
    this.#ending.clear();
    // Without an answer they end here, and their next playlists ask one by one.
    const pings = await this.#options.listPings([...ending.keys()]).catch(() => []);
    for (const { id, pingedAt } of pings) {
      const key = ending.get(id);
      if (key !== undefined) this.renew(key, pingedAt);
    }
  }
}
