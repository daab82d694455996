/**
 * Answers playlists without a statement: a playlist that was allowed is allowed until the lease or the access ends, or
 * until a change is heard of that may take the right away. Refusals are never remembered.
 * What is remembered counts only while this server surely hears of changes. It then misses nothing that was committed
 * two seconds ago; otherwise each playlist asks the database.
 * When its memory of a lease runs out, the server asks for the pings of all such leases in one statement a second at
 * most, not in one per viewer and minute.
 */
import type { Changes } from '../db/changes.ts';
import { anyRow, RecentRevocations } from '../db/recent-revocations.ts';
import { leaseExpiry } from '../playback/playback.rules.ts';
import type { Playback, PlaybackKey } from './find-playback.ts';

const trustedForMs = 2_000;
/** More viewers than one process serves. */
const mostRemembered = 20_000;
/** Less than is left of a lease when its next ping arrives here. */
const endsSoonMs = 15_000;
const collectForMs = 1_000;
const mostPerBatch = 1_000;

interface Options {
  changes: Pick<Changes, 'subscribe' | 'hasHeardAllBefore'>;
  find: (key: PlaybackKey) => Promise<Playback | undefined>;
  /** The last pings of those leases that have not ended. */
  listPings: (leaseIds: string[]) => Promise<Array<{ id: string; pingedAt: string }>>;
  now: () => Date;
  most?: number;
}

type Remembered = Playback & Required<Pick<Playback, 'holds'>>;

export class PlaybackMemory {
  readonly #options: Options;
  readonly #most: number;
  /** By lease and stream, the oldest first. */
  readonly #known = new Map<string, Remembered>();
  /** The id of a row -> the names of what rests on it. */
  readonly #resting = new Map<string, Set<string>>();
  readonly #reading = new Map<string, { answer: Promise<Playback | undefined>; since: number }>();
  readonly #revocations = new RecentRevocations();
  /** Leases whose pings seem to arrive at another server, by their id. */
  readonly #ending = new Map<string, PlaybackKey>();

  constructor(options: Options) {
    this.#options = options;
    this.#most = options.most ?? mostRemembered;
    options.changes.subscribe(this);
  }

  get size(): number {
    return this.#known.size;
  }

  /** @returns the same as `findPlayback`. */
  find(key: PlaybackKey): Promise<Playback | undefined> {
    const name = nameOf(key);
    if (this.#options.changes.hasHeardAllBefore(trustedForMs)) {
      const known = this.#known.get(name);
      if (known !== undefined && !this.#isOver(known)) {
        if (this.#endsSoon(known)) this.#collect(key);
        return Promise.resolve(known);
      }
      const reading = this.#reading.get(name);
      // Nothing was revoked since it began, but something may have been allowed.
      if (reading?.since === this.#revocations.mark())
        return reading.answer.then((playback) => playback ?? this.#read(name, key));
    }
    return this.#read(name, key);
  }

  /** The lease was pinged. */
  renew(key: PlaybackKey, pingedAt: string): void {
    const name = nameOf(key);
    const known = this.#known.get(name);
    if (known === undefined) return;
    const leaseEnds = Math.max(known.holds.leaseEnds, leaseExpiry(pingedAt));
    this.#known.delete(name);
    this.#known.set(name, { ...known, holds: { ...known.holds, leaseEnds } });
  }

  revoked(id: string): void {
    this.#revocations.add(id);
    const names = id === anyRow ? this.#known.keys() : this.#resting.get(id);
    for (const name of [...(names ?? [])]) this.#forget(name);
  }

  missed(): void {
    this.revoked(anyRow);
  }

  #read(name: string, key: PlaybackKey): Promise<Playback | undefined> {
    const since = this.#revocations.mark();
    const answer = this.#options.find(key);
    const reading = { answer, since };
    this.#reading.set(name, reading);
    const end = () => {
      if (this.#reading.get(name) === reading) this.#reading.delete(name);
    };
    return answer.then(
      (playback) => {
        end();
        const { holds } = playback ?? {};
        if (playback && holds && !this.#revocations.includes(holds.restsOn, since))
          this.#remember(name, { ...playback, holds });
        return playback;
      },
      (error) => {
        end();
        throw error;
      },
    );
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

  #remember(name: string, playback: Remembered): void {
    this.#forget(name);
    this.#makeRoom();
    this.#known.set(name, playback);
    for (const id of playback.holds.restsOn) {
      const names = this.#resting.get(id);
      if (names === undefined) this.#resting.set(id, new Set([name]));
      else names.add(name);
    }
  }

  /** Nearly in the order in which they end, because a ping puts its lease last. */
  #makeRoom(): void {
    for (const [name, playback] of this.#known) {
      if (this.#known.size < this.#most && !this.#isOver(playback)) return;
      this.#forget(name);
    }
  }

  #forget(name: string): void {
    const known = this.#known.get(name);
    if (known === undefined) return;
    this.#known.delete(name);
    for (const id of known.holds.restsOn) {
      const names = this.#resting.get(id);
      names?.delete(name);
      if (names?.size === 0) this.#resting.delete(id);
    }
  }

  #endsSoon({ holds: { leaseEnds } }: Remembered): boolean {
    return leaseEnds - this.#options.now().getTime() < endsSoonMs;
  }

  #isOver({ holds: { leaseEnds, rightEnds } }: Remembered): boolean {
    return this.#options.now().getTime() >= Math.min(leaseEnds, rightEnds);
  }
}

function nameOf({ leaseId, streamId }: PlaybackKey): string {
  return `${leaseId}/${streamId}`;
}
