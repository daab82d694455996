/**
 * One live playlist of another server. While viewers ask for it, one reload waits at its owner, however many viewers wait
 * here; nobody asks the owner otherwise.
 */
import { type PlaylistRequest, WaitRefused } from '../origin/origin-video.ts';
import { deltaOf, hasPart, isTooFarAhead, type LiveList, readLiveList } from './live-list.ts';
import type { RelayAnswer } from './relay-client.ts';

/** @throws when the owner is away. */
export type AskList = (wait: { msn: number; part: number } | undefined) => Promise<RelayAnswer | undefined>;

export type AskedList = Pick<PlaylistRequest, 'wait' | 'isDelta'>;

/** A player that has nothing left to play asks at least this often. */
const wantedForMs = 15_000;
const firstLimitMs = 6_000;
/** After an answer that brought nothing. */
const pauseMs = 250;

export class RelayedList {
  readonly #ask: AskList;
  readonly #waiting = new Set<() => void>();
  #list: LiveList | undefined;
  #shortened: { list: LiveList; text: string } | undefined;
  #wantedUntil = 0;
  #isFollowing = false;
  #isClosed = false;

  readonly #onError: (error: unknown) => void;

  constructor(ask: AskList, onError: (error: unknown) => void = () => {}) {
    this.#ask = ask;
    this.#onError = onError;
  }

  /** @returns undefined if there is no list, or if this server no longer follows the broadcast. @throws WaitRefused */
  async get({ wait: asked, isDelta }: AskedList): Promise<string | undefined> {
    this.#wantedUntil = performance.now() + wantedForMs;
    if (!this.#isFollowing && !this.#isClosed)
      this.#follow()
        .catch(this.#onError)
        .finally(() => this.#rest());
    await this.#until(() => this.#list !== undefined, firstLimitMs);
    const list = this.#list;
    if (asked !== undefined && list !== undefined) {
      if (isTooFarAhead(list, asked)) throw new WaitRefused();
      const has = () => this.#list !== undefined && hasPart(this.#list, asked);
      await this.#until(has, 3_000 * list.target);
    }
    if (this.#isClosed || this.#list === undefined) return undefined;
    return isDelta ? this.#delta(this.#list) : this.#list.text;
  }

  /** Another server has it, or another encoder: a list that had ended may go on. */
  reopen() {
    if (this.#list?.isOver) this.#list = undefined;
  }

  /** Answers those who wait: this server has become the owner, or the video is gone. */
  close() {
    this.#isClosed = true;
    this.#check();
  }

  #delta(list: LiveList): string {
    if (this.#shortened?.list !== list) this.#shortened = { list, text: deltaOf(list) };
    return this.#shortened.text;
  }

  async #follow(): Promise<void> {
    this.#isFollowing = true;
    while (!this.#isClosed && (this.#waiting.size > 0 || performance.now() < this.#wantedUntil)) {
      const known = this.#list;
      if (known?.isOver) {
        await pause();
        continue;
      }
      // An owner that is away is asked again; the last list stays until then.
      const answer = await this.#ask(known && { msn: known.nextMsn, part: known.parts }).catch(
        () => undefined,
      );
      const text = answer?.bytes.toString();
      if (text === undefined || text === known?.text) await pause();
      else {
        this.#list = readLiveList(text);
        this.#check();
      }
    }
  }

  #rest() {
    this.#isFollowing = false;
    // It would be old for the next viewer.
    this.#list = undefined;
  }

  #check() {
    for (const check of [...this.#waiting]) check();
  }

  #until(holds: () => boolean, limitMs: number): Promise<void> {
    if (holds() || this.#isClosed) return Promise.resolve();
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.#waiting.delete(check);
        resolve();
      };
      const check = () => {
        if (holds() || this.#isClosed) done();
      };
      const timer = setTimeout(done, limitMs);
      this.#waiting.add(check);
    });
  }
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, pauseMs).unref());
}
