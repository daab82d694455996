/**
 * Watches one stream: combines the playback session, the signed address and the player, without React. A watch
 * *begins* with an action of the viewer and *ends* with its page. Its phases, and what follows each of them:
 * - `connecting`, or `asking` at the limit of devices: `watching`, `waiting` or `stopped`, by the outcome of a try.
 * - `waiting` for the picture, without a session: `connecting`.
 * - `watching`: `ended` or, for a viewer who had gone back, `connecting` to the replay; `stopped`; `waiting`.
 * - `ended`, the broadcast is over: `watching` the replay.
 * - `stopped`, the session or the player has failed: `connecting` by an action of the viewer, or `watching` by a retry
 *   when the fault is temporary.
 * The broadcast of the stream moves it too: `broadcast-step.ts` says how.
 */

import type { Moment } from '../../../media/engine/engine.ts';
import type { MediaPlayer } from '../../../media/media-player.ts';
import type { MediaDetails } from '../../../media/player-state.ts';
import { createStore } from '../../../store.ts';
import type { Broadcast, WatchTarget } from '../../competitions/competition-types.ts';
import { stepAfter } from './broadcast-step.ts';
import { createContinued } from './continued.ts';
import { keepPosition } from './keep-position.ts';
import { momentAfter, momentOf } from './moment-of.ts';
import { createHiddenPause } from './pause-hidden.ts';
import { isBehind, whenPlayedOut } from './played-out.ts';
import { Tries } from './tries.ts';
import { createWatchAddress } from './watch-address.ts';
import type { Handover, SignedMedia, WatchParts, WatchState } from './watch-parts.ts';
import { isTemporary, retryAfterMs, retryEveryMs, stopReason } from './watch-stop.ts';

/** Long enough to read that the broadcast is over; then not everybody asks for the replay at the same time. */
const endShownMs = 3000;
const endSpreadMs = 2000;
/** The answer of a server that has not heard of the end. */
const retryEndMs = 1000;

/** An action begins only one session. Retries after that only renew the address, or two devices would alternate. */
interface Begun {
  action: string;
  hasSession: boolean;
}

export class Watch {
  readonly liveStreamId: string;
  readonly #details: MediaDetails;
  readonly #parts: WatchParts;
  readonly #address;
  readonly #hidden;
  readonly #state = createStore<WatchState>({ phase: 'connecting' });
  readonly #tries = new Tries();
  /** Undefined before the watch begins and after it has ended. */
  #begun: Begun | undefined;
  /** Stops what belongs to the phase `watching`. */
  #leavePlayer = () => {};
  #broadcast: Broadcast = null;
  #isOnAir = true;
  #resumesOnAir = false;
  /** What is shown first: by the camera before, or to a viewer who had gone back when the broadcast ended. */
  #startsAt: Moment | undefined;
  /** The first start needs no session of its own. */
  #takesSessionOver: boolean;

  constructor(target: WatchTarget, details: MediaDetails, parts: WatchParts, handover?: Handover) {
    this.liveStreamId = target.liveStreamId;
    this.#details = details;
    this.#parts = parts;
    this.#address = createWatchAddress(target, parts);
    this.#hidden = createHiddenPause({
      session: parts.session,
      player: () => this.#watching()?.player,
      isOnAir: () => this.#isOnAir,
    });
    this.#startsAt = handover?.moment;
    this.#takesSessionOver = handover !== undefined;
  }

  getState = () => this.#state.get();
  subscribe = (listener: () => void) => this.#state.subscribe(listener);
  setVisible = (isVisible: boolean) => this.#hidden.setVisible(isVisible);

  /** What it shows, or would show first. */
  moment(): Moment | undefined {
    const state = this.#watching();
    return this.#startsAt ?? (state && momentOf(state.player));
  }

  /** Does nothing when the same action has already begun the watch. */
  begin(action: string) {
    if (this.#begun?.action !== action) this.#begin(action);
  }

  /**
   * For the Reload button.
   * @param inPlaceOf the session of another device that the viewer has chosen to stop.
   */
  reload = (inPlaceOf?: string) => this.#begin(this.#parts.newAction(), inPlaceOf);

  end(isHandedOver = false) {
    this.#begun = undefined;
    this.#hidden.end();
    this.#leave({ isHandedOver });
  }

  /** The organiser has switched the stream off or on. The last frame stays, and so does the session. */
  setOnAir(isOnAir: boolean) {
    if (this.#isOnAir === isOnAir) return;
    this.#isOnAir = isOnAir;
    const state = this.#state.get();
    if (state.phase === 'watching') {
      const { player } = state;
      if (!isOnAir) this.#resumesOnAir = pauseAtEdge(player);
      else if (this.#resumesOnAir) player.play();
    } else if (isOnAir && state.phase === 'stopped' && state.reason === 'stream-inactive') this.#retry();
  }

  /** The page hears of each change of the broadcast. */
  setBroadcast(broadcast: Broadcast) {
    if (this.#broadcast === broadcast) return;
    this.#broadcast = broadcast;
    if (this.#begun === undefined) return;
    const step = stepAfter(broadcast, this.#state.get());
    if (step === 'wait') this.#wait();
    else if (step === 'begin') this.#begin(this.#begun.action);
    else if (step === 'retry') this.#retry();
    else if (step === 'play-out') this.#playOut();
    else if (step === 'go-live') this.#goLive();
  }

  #watching() {
    const state = this.#state.get();
    return state.phase === 'watching' ? state : undefined;
  }

  #begin(action: string, inPlaceOf?: string) {
    const state = this.#state.get();
    const isAtLimit =
      state.phase === 'asking' || (state.phase === 'stopped' && state.reason === 'device-limit');
    this.#begun = { action, hasSession: false };
    if (this.#broadcast === 'waiting') return this.#wait();
    this.#state.set({ phase: isAtLimit ? 'asking' : 'connecting' });
    void this.#try(this.#begun, inPlaceOf);
  }

  #retry() {
    if (this.#begun) void this.#try(this.#begun);
  }

  async #try(begun: Begun, inPlaceOf?: string) {
    const signal = this.#tries.start();
    try {
      if (!begun.hasSession) await this.#beginSession(begun, inPlaceOf);
      const signed = await this.#address.sign();
      if (signal.aborted) return;
      const isEndUnheard = signed.mode === 'live' && this.#broadcast === 'ended';
      if (isEndUnheard) this.#tries.startAfter(retryEndMs, () => this.#retry());
      else this.#start(signed);
    } catch (error) {
      if (!signal.aborted) this.#stop(error);
    }
  }

  async #beginSession(begun: Begun, inPlaceOf?: string) {
    const { session } = this.#parts;
    const isTakenOver = this.#takesSessionOver && inPlaceOf === undefined && session.isFresh();
    this.#takesSessionOver = false;
    if (!isTakenOver) await session.begin(begun.action, { inPlaceOf });
    begun.hasSession = true;
  }

  #start({ url, mode, positionSeconds, media, chapters }: SignedMedia) {
    const player = this.#parts.registry.activate(`${this.liveStreamId}/${mode}`, this.#details);
    const marks = marksOf(chapters);
    player.setMarks(marks);
    this.#listen(player, mode);
    // A player that was kept has a position of its own.
    const stoppedAt = this.#startsAt || player.getState().hasFrame ? undefined : positionSeconds;
    const startsAt = stoppedAt === undefined ? this.#startsAt : momentAfter(stoppedAt, marks);
    const continued = stoppedAt === undefined ? null : createContinued(player, stoppedAt);
    this.#state.set({ phase: 'watching', player, mode, continued });
    void player.open({ ...this.#address.source(url), startsAt, media, isRecording: mode === 'replay' });
    this.#startsAt = undefined;
    player.play();
  }

  #listen(player: MediaPlayer, mode: SignedMedia['mode']) {
    const { registry, session, places } = this.#parts;
    const stop = (error: unknown) => this.#stop(error);
    this.#leavePlayer();
    const stops = [
      registry.onError(player.mediaId, stop),
      session.onFailed(stop),
      session.onChecked(() => void this.#renewInTime(player)),
      session.onExpired(() => void this.#beginAgain(player)),
      // Only one player plays at a time, across all tabs. Pressing play takes the session back.
      session.onTakenOver(player.pause),
      // The playlist may tell of the end before the page hears of it.
      player.subscribe(() => {
        if (mode === 'live' && this.#broadcast !== null && player.getState().isEnded) this.#playOut();
      }),
    ];
    if (mode === 'replay') stops.push(keepPosition(player, this.liveStreamId, places));
    this.#leavePlayer = () => {
      for (const stopOne of stops) stopOne();
    };
  }

  /** The viewer is back after a long time in which the session ended; no device stops for it. */
  async #beginAgain(player: MediaPlayer) {
    const { signal } = this.#tries;
    try {
      await this.#parts.session.begin(this.#parts.newAction());
      const { url, chapters } = await this.#address.sign();
      if (signal.aborted) return;
      player.setMarks(marksOf(chapters));
      void player.open(this.#address.source(url));
    } catch (error) {
      if (!signal.aborted) this.#stop(error);
    }
  }

  async #renewInTime(player: MediaPlayer) {
    if (!this.#address.isDue()) return;
    // Without a new address the player keeps the old one; the engine handles its refusal.
    const signed = await this.#address.sign().catch(() => null);
    if (signed === null) return;
    player.setMarks(marksOf(signed.chapters));
    void player.open(this.#address.source(signed.url));
    const isLive = this.#watching()?.mode === 'live';
    if (this.#broadcast !== null && isLive && signed.mode === 'replay') this.#playOut();
  }

  /** The broadcast is over: what is left of it plays, then the replay begins. */
  #playOut() {
    const player = this.#watching()?.player;
    if (!player) return;
    const { isPaused, isEnded } = player.getState();
    this.#hidden.forget();
    this.#leavePlayer();
    if (isPaused && !isEnded) return this.#showEnd(false);
    if (!isBehind(player)) {
      this.#leavePlayer = whenPlayedOut(player, () => this.#showEnd(true));
      return;
    }
    // Who had gone back sees no end: the replay goes on with the same picture.
    this.#startsAt = { takenAt: player.figures().takenAt };
    this.#goOnWithAnother(player);
  }

  #showEnd(isReplayComing: boolean) {
    const player = this.#watching()?.player;
    if (player) this.#parts.registry.discard(player.mediaId);
    this.#state.set({ phase: 'ended', isReplayComing });
    if (isReplayComing) this.#tries.startAfter(endShownMs + Math.random() * endSpreadMs, () => this.#retry());
  }

  /** The organiser has opened the broadcast again. Who has paused the replay is left alone. */
  #goLive() {
    const player = this.#watching()?.player;
    if (!player || player.getState().isPaused) return;
    this.#leavePlayer();
    this.#goOnWithAnother(player);
  }

  #goOnWithAnother(player: MediaPlayer) {
    this.#parts.registry.discard(player.mediaId);
    this.#state.set({ phase: 'connecting' });
    this.#retry();
  }

  #stop(error: unknown) {
    const reason = stopReason(error);
    if (reason === 'broadcast-not-started') return this.#waitUnheard();
    this.#leave();
    // A stream that is switched off for a moment leaves the session alone (docs/product.md, 13.4).
    if (!isTemporary(reason) && reason !== 'stream-inactive') this.#parts.session.drop();
    this.#state.set({ phase: 'stopped', reason });
    if (isTemporary(reason)) this.#tries.startAfter(retryAfterMs(this.#tries.startedAt), () => this.#retry());
  }

  /** Without a session, because who waits takes the place of no device. */
  #wait() {
    this.#leave();
    this.#state.set({ phase: 'waiting' });
  }

  /** The server knows what the page has not heard of. */
  #waitUnheard() {
    this.#wait();
    if (this.#broadcast === 'waiting') return;
    this.#tries.startAfter(retryEveryMs, () => this.#begun && this.#begin(this.#begun.action));
  }

  /** What the phase has begun ends with it. */
  #leave(options?: { isHandedOver: boolean }) {
    this.#tries.cancel();
    this.#leavePlayer();
    const player = this.#watching()?.player;
    if (player) this.#parts.registry.deactivate(player.mediaId, options);
  }
}

const marksOf = (chapters: SignedMedia['chapters'] = []) =>
  chapters.map(({ boutId, startsAt, bellAt }) => ({
    id: boutId,
    startsAt: Date.parse(startsAt),
    bellAt: bellAt === null ? undefined : Date.parse(bellAt),
  }));

/** @returns whether it played. */
function pauseAtEdge(player: MediaPlayer): boolean {
  const { isPaused } = player.getState();
  player.returnToEdge();
  player.pause();
  return !isPaused;
}
