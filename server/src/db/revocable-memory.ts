/**
 * Answers again without a statement: an answer holds until its time ends, or until a change is heard of that may revoke
 * it. Answers of `undefined`, which are refusals, are never remembered.
 * What is remembered counts only while this server surely hears of changes. It then misses nothing that was committed
 * two seconds ago; otherwise each call asks the database.
 */
import type { Changes } from './changes.ts';
import { anyRow, RecentRevocations } from './recent-revocations.ts';

const trustedForMs = 2_000;
/** More viewers than one process serves. */
const mostRemembered = 20_000;

interface Holds {
  /** Milliseconds since 1970, or Infinity. */
  until: number;
  /** The ids of the rows that it rests on: see `revoked` of `Changes`. */
  restsOn: readonly string[];
}

export interface MemoryOptions<Key, Answer> {
  changes: Pick<Changes, 'subscribe' | 'hasHeardAllBefore'>;
  now: () => Date;
  find: (key: Key) => Promise<Answer | undefined>;
  nameOf: (key: Key) => string;
  /** Undefined: for this moment alone. */
  holds: (answer: Answer) => Holds | undefined;
  most?: number;
}

export class RevocableMemory<Key, Answer> {
  readonly #options: MemoryOptions<Key, Answer>;
  readonly #most: number;
  /** By name, the oldest first. */
  readonly #known = new Map<string, { answer: Answer; holds: Holds }>();
  /** The id of a row -> the names of what rests on it. */
  readonly #resting = new Map<string, Set<string>>();
  readonly #reading = new Map<string, { answer: Promise<Answer | undefined>; since: number }>();
  readonly #revocations = new RecentRevocations();

  constructor(options: MemoryOptions<Key, Answer>) {
    this.#options = options;
    this.#most = options.most ?? mostRemembered;
    options.changes.subscribe(this);
  }

  get size(): number {
    return this.#known.size;
  }

  find(key: Key): Promise<Answer | undefined> {
    const known = this.known(key);
    if (known !== undefined) return Promise.resolve(known);
    const reading = this.#reading.get(this.#options.nameOf(key));
    // Nothing was revoked since it began, but something may have been allowed.
    if (reading?.since === this.#revocations.mark() && this.#hearsChanges())
      return reading.answer.then((answer) => answer ?? this.#read(key));
    return this.#read(key);
  }

  /** @returns what `find` answers without a statement. */
  known(key: Key): Answer | undefined {
    const known = this.#known.get(this.#options.nameOf(key));
    return known === undefined || this.#isOver(known) || !this.#hearsChanges() ? undefined : known.answer;
  }

  /** Puts an answer last in the order in which they are forgotten. */
  remember(key: Key, answer: Answer): void {
    const holds = this.#options.holds(answer);
    if (holds === undefined) return;
    const name = this.#options.nameOf(key);
    this.#forget(name);
    this.#makeRoom();
    this.#known.set(name, { answer, holds });
    for (const id of holds.restsOn) {
      const names = this.#resting.get(id);
      if (names === undefined) this.#resting.set(id, new Set([name]));
      else names.add(name);
    }
  }

  revoked(id: string): void {
    this.#revocations.add(id);
    const names = id === anyRow ? this.#known.keys() : this.#resting.get(id);
    for (const name of [...(names ?? [])]) this.#forget(name);
  }

  missed(): void {
    this.revoked(anyRow);
  }

  #read(key: Key): Promise<Answer | undefined> {
    const name = this.#options.nameOf(key);
    const since = this.#revocations.mark();
    const reading = { answer: this.#options.find(key), since };
    this.#reading.set(name, reading);
    const end = () => {
      if (this.#reading.get(name) === reading) this.#reading.delete(name);
    };
    return reading.answer.then(
      (answer) => {
        end();
        if (answer !== undefined) {
          const restsOn = this.#options.holds(answer)?.restsOn ?? [];
          if (!this.#revocations.includes(restsOn, since)) this.remember(key, answer);
        }
        return answer;
      },
      (error) => {
        end();
        throw error;
      },
    );
  }

  /** Nearly in the order in which they end, because what is used long is remembered again. */
  #makeRoom(): void {
    for (const [name, known] of this.#known) {
      if (this.#known.size < this.#most && !this.#isOver(known)) return;
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

  #isOver({ holds }: { holds: Holds }): boolean {
    return this.#options.now().getTime() >= holds.until;
  }

  #hearsChanges(): boolean {
    return this.#options.changes.hasHeardAllBefore(trustedForMs);
  }
}
