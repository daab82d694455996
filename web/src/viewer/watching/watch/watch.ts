/**
 * Watches one stream: combines the playback session, the signed address and the player, without React. A watch
 * *begins* with an action of the viewer and *ends* with its page. It *stops* when the session or the player fails;
 * after that only another action of the viewer begins it again, or a retry when the fault is temporary. It follows the
 * broadcast of the stream: it waits for the picture without a session, and goes on to the replay.
 */

import type { MediaPlayer } from '../../../media/media-player.ts';
import type { MediaDetails } from '../../../media/player-state.ts';
import { createStore } from '../../../store.ts';
import type { Broadcast, WatchTarget } from '../../competitions/competition-types.ts';
import { createContinued } from './continued.ts';
import { keepPosition } from './keep-position.ts';
import { momentOf } from './moment-of.ts';
import { createHiddenPause } from './pause-hidden.ts';
import { isBehind, whenPlayedOut } from './played-out.ts';
import { createWatchAddress } from './watch-address.ts';
import type { Handover, SignedMedia, WatchParts, WatchState } from './watch-parts.ts';
import { isTemporary, retryAfterMs, retryEveryMs, stopReason, waitsForViewer } from './watch-stop.ts';

export type Watch = ReturnType<typeof createWatch>;

/** Long enough to read that the broadcast is over; then not everybody asks for the replay at the same time. */
const endShownMs = 3000;
const endSpreadMs = 2000;
/** The answer of a server that has not heard of the end. */
const retryEndMs = 1000;

export function createWatch(
  target: WatchTarget,
  details: MediaDetails,
  parts: WatchParts,
  handover?: Handover,
) {
  const { session, registry, newAction } = parts;
  const { sign, isNew, isDue } = createWatchAddress(target, parts);
  const store = createStore<WatchState>({ phase: 'connecting' });
  let attempt = 0;
  let triedAt = 0;
  let begunBy: string | undefined;
  let hasSession = false;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  let stopListening = () => {};
  let isOnAir = true;
  let resumesOnAir = false;
  let broadcast: Broadcast = null;
  let stopPlayingOut = () => {};
  /** What is shown first: by the camera before, or to a viewer who had gone back when the broadcast ended. */
  let goesOnAt = handover?.moment;
  let takesOver = handover !== undefined;
  const hidden = createHiddenPause({ session, player: watched, isOnAir: () => isOnAir });

  function watched() {
    const state = store.get();
    return state.phase === 'watching' ? state.player : undefined;
  }

  function isAtLimit() {
    const state = store.get();
    return state.phase === 'asking' || (state.phase === 'stopped' && state.reason === 'device-limit');
  }

  const renew = async () => (await sign()).url;

  /**
   * Pressing play is an action of the viewer, so a session that may have expired begins again. A replay that starts by itself
   * has just got its address: another session would make that one void while it loads.
   */
  function authorise() {
    return session.isFresh() || isNew() ? null : session.begin(newAction()).then(renew);
  }

  const sourceOf = (url: string) => ({ url, renew, authorise, isAuthorised: session.isFresh });

  /** @param inPlaceOf the session of another device that the viewer has chosen to stop. */
  async function begin(action: string, inPlaceOf?: string) {
    begunBy = action;
    hasSession = false;
    if (broadcast === 'waiting') return wait();
    store.set({ phase: isAtLimit() ? 'asking' : 'connecting' });
    await tryToStart(() => beginSession(action, inPlaceOf));
  }

  /** Without a session, because who waits takes the place of no device. */
  function wait() {
    attempt += 1;
    clearTimeout(retryTimer);
    stopListening();
    stopPlayingOut();
    deactivate();
    store.set({ phase: 'waiting' });
  }

  /** An action begins only one session. Retries after that only renew the address, or two devices would alternate. */
  function retry(action: string) {
    void tryToStart(async () => hasSession || beginSession(action));
  }

  async function beginSession(action: string, inPlaceOf?: string) {
    const isTakenOver = takesOver && inPlaceOf === undefined && session.isFresh();
    takesOver = false;
    if (!isTakenOver) await session.begin(action, { inPlaceOf });
    hasSession = true;
  }

  async function tryToStart(ensureSession: () => Promise<unknown>) {
    clearTimeout(retryTimer);
    attempt += 1;
    triedAt = Date.now();
    const current = attempt;
    const isStale = () => attempt !== current;
    try {
      await ensureSession();
      const signed = await sign();
      const { mode } = signed;
      if (isStale()) return;
      if (mode === 'live' && broadcast === 'ended') retryTimer = setTimeout(retryBegun, retryEndMs);
      else start(signed);
    } catch (error) {
      if (!isStale()) stop(error);
    }
  }

  function retryBegun() {
    if (begunBy) retry(begunBy);
  }

  function start({ url, mode, positionSeconds, media }: SignedMedia) {
    const mediaId = `${target.liveStreamId}/${mode}`;
    const player = registry.activate(mediaId, details);
    listen(player, mode);
    // A player that was kept has a position of its own.
    const stoppedAt = goesOnAt || player.getState().hasFrame ? undefined : positionSeconds;
    const startsAt = stoppedAt === undefined ? goesOnAt : { takenAt: null, position: stoppedAt };
    const continued = stoppedAt === undefined ? null : createContinued(player);
    store.set({ phase: 'watching', player, mode, continued });
    void player.open({ ...sourceOf(url), startsAt, media, isRecording: mode === 'replay' });
    goesOnAt = undefined;
    player.play();
  }

  function listen(player: MediaPlayer, mode: SignedMedia['mode']) {
    stopListening();
    const stops = [
      registry.onError(player.mediaId, stop),
      session.onFailed(stop),
      session.onChecked(() => void renewInTime(player)),
      session.onExpired(() => void beginAgain(player)),
      // Only one player plays at a time, across all tabs. Pressing play takes the session back.
      session.onTakenOver(player.pause),
      // The playlist may tell of the end before the page hears of it.
      player.subscribe(() => {
        if (mode === 'live' && broadcast !== null && player.getState().isEnded) playOut();
      }),
    ];
    if (mode === 'replay') stops.push(keepPosition(player, target.liveStreamId, parts.places));
    stopListening = () => {
      for (const stopOne of stops) stopOne();
    };
  }

  /** The viewer is back after a long time in which the session ended; no device stops for it. */
  async function beginAgain(player: MediaPlayer) {
    const current = attempt;
    try {
      await session.begin(newAction());
      const url = await renew();
      if (attempt === current) void player.open(sourceOf(url));
    } catch (error) {
      if (attempt === current) stop(error);
    }
  }

  async function renewInTime(player: MediaPlayer) {
    if (!isDue()) return;
    // Without a new address the player keeps the old one; the engine handles its refusal.
    const signed = await sign().catch(() => null);
    if (signed === null) return;
    void player.open(sourceOf(signed.url));
    const state = store.get();
    const isLive = state.phase === 'watching' && state.mode === 'live';
    if (broadcast !== null && isLive && signed.mode === 'replay') playOut();
  }

  /** The broadcast is over: what is left of it plays, then the replay begins. */
  function playOut() {
    const state = store.get();
    if (state.phase !== 'watching') return;
    const { player } = state;
    const { isPaused, isEnded } = player.getState();
    hidden.forget();
    stopListening();
    stopPlayingOut();
    if (isPaused && !isEnded) return showEnd(false);
    if (isBehind(player)) return goOnInReplay(player);
    stopPlayingOut = whenPlayedOut(player, () => showEnd(true));
  }

  /** Who had gone back sees no end: the replay goes on with the same picture. */
  function goOnInReplay(player: MediaPlayer) {
    goesOnAt = { takenAt: player.figures().takenAt };
    registry.discard(player.mediaId);
    store.set({ phase: 'connecting' });
    retryBegun();
  }

  function showEnd(isReplayComing: boolean) {
    const state = store.get();
    if (state.phase === 'watching') registry.discard(state.player.mediaId);
    store.set({ phase: 'ended', isReplayComing });
    if (isReplayComing) retryTimer = setTimeout(retryBegun, endShownMs + Math.random() * endSpreadMs);
  }

  /** The organiser has opened the broadcast again. Who has paused the replay is left alone. */
  function goLive({ mediaId, getState }: MediaPlayer) {
    if (getState().isPaused) return;
    stopListening();
    registry.discard(mediaId);
    store.set({ phase: 'connecting' });
    retryBegun();
  }

  /** The page hears of each change of the broadcast. */
  function setBroadcast(next: Broadcast) {
    if (broadcast === next) return;
    broadcast = next;
    const state = store.get();
    // After the limit of devices, only an action of the viewer begins again.
    if (begunBy === undefined || (state.phase === 'stopped' && waitsForViewer(state.reason))) return;
    if (next === 'waiting') return wait();
    if (state.phase === 'waiting' || (state.phase === 'ended' && next === 'live')) return void begin(begunBy);
    if (state.phase === 'stopped' && isTemporary(state.reason)) return retry(begunBy);
    if (state.phase === 'stopped' && state.reason === 'nothing-recorded') return void begin(begunBy);
    if (state.phase !== 'watching') return;
    if (next === 'ended' && state.mode === 'live') playOut();
    if (next === 'live' && state.mode === 'replay') goLive(state.player);
  }

  function stop(error: unknown) {
    attempt += 1;
    stopListening();
    stopPlayingOut();
    const reason = stopReason(error);
    if (reason === 'broadcast-not-started') return waitUnheard();
    // A stream that is switched off for a moment leaves the session alone (docs/product.md, 13.4).
    if (!isTemporary(reason) && reason !== 'stream-inactive') session.drop();
    deactivate();
    store.set({ phase: 'stopped', reason });
    const action = begunBy;
    if (action && isTemporary(reason)) retryTimer = setTimeout(() => retry(action), retryAfterMs(triedAt));
  }

  /** The server knows what the page has not heard of. */
  function waitUnheard() {
    wait();
    if (broadcast !== 'waiting') retryTimer = setTimeout(() => begunBy && void begin(begunBy), retryEveryMs);
  }

  function deactivate(options?: { isHandedOver: boolean }) {
    const player = watched();
    if (player) registry.deactivate(player.mediaId, options);
  }

  /** The organiser has switched the stream off or on. The last frame stays, and so does the session. */
  function setOnAir(next: boolean) {
    if (isOnAir === next) return;
    isOnAir = next;
    const state = store.get();
    if (state.phase === 'watching') {
      const { player } = state;
      if (next) {
        if (resumesOnAir) player.play();
        return;
      }
      resumesOnAir = !player.getState().isPaused;
      player.returnToEdge();
      player.pause();
    } else if (next && begunBy && state.phase === 'stopped' && state.reason === 'stream-inactive') {
      retry(begunBy);
    }
  }

  return {
    liveStreamId: target.liveStreamId,
    getState: store.get,
    subscribe: store.subscribe,
    /** What it shows, or would show first. */
    moment() {
      const state = store.get();
      return goesOnAt ?? (state.phase === 'watching' ? momentOf(state.player) : undefined);
    },
    setOnAir,
    setBroadcast,
    /** Does nothing when the same action has already begun the watch. */
    begin(action: string) {
      if (begunBy !== action) void begin(action);
    },
    /** For the Reload button. */
    reload: (inPlaceOf?: string) => void begin(newAction(), inPlaceOf),
    setVisible: hidden.setVisible,
    end(isHandedOver = false) {
      begunBy = undefined;
      attempt += 1;
      hidden.end();
      clearTimeout(retryTimer);
      stopListening();
      stopPlayingOut();
      deactivate({ isHandedOver });
    },
  };
}
