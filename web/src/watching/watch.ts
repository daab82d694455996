/**
 * Watching one stream: the playback session, the signed address and the player brought together, without
 * React. A watch *begins* by an action of the viewer, ends with its page, and *stops* when the session or
 * the player fails; from there only another action begins it again.
 */

import type { SignedUrl, WatchTarget } from '../competitions/competition-types.ts';
import { PlayerError } from '../media/engine/player-error.ts';
import { leftMs, type TokenLife, tokenLife } from '../media/engine/token-life.ts';
import type { MediaPlayer } from '../media/media-player.ts';
import type { PlayerRegistry } from '../media/player-registry.ts';
import type { MediaDetails } from '../media/player-state.ts';
import type { PlaybackSession } from '../playback/playback-session.ts';
import { createStore } from '../store.ts';
import { asPlayerError, passesByItself, type StopReason, stopReason } from './watch-stop.ts';

export interface WatchParts {
  session: Pick<
    PlaybackSession,
    'begin' | 'drop' | 'id' | 'isFresh' | 'livesForMs' | 'onFailed' | 'onChecked' | 'onTakenOver'
  >;
  registry: PlayerRegistry;
  signUrl: (target: WatchTarget) => Promise<SignedUrl>;
  /** A name for an action of the viewer that is unlike all before. */
  newAction: () => string;
}

export type WatchState =
  | { phase: 'connecting' }
  | { phase: 'watching'; player: MediaPlayer; mode: SignedUrl['mode'] }
  | { phase: 'stopped'; reason: StopReason };

export type Watch = ReturnType<typeof createWatch>;

/** With three checks a minute and a life of two minutes a token is renewed about every 80 s. */
const renewBelowMs = 50_000;
/** Before the session dies unheard in a hidden page, the player rests by itself. */
const restBeforeDeathMs = 5000;
/** Without an answer it is asked again this often. */
const comeBackMs = 5000;

export function createWatch(target: WatchTarget, details: MediaDetails, parts: WatchParts) {
  const { session, registry, newAction } = parts;
  const store = createStore<WatchState>({ phase: 'connecting' });
  let life: TokenLife | undefined;
  let attempt = 0;
  let begunBy: string | undefined;
  let hasBegun = false;
  let comeBackTimer: ReturnType<typeof setTimeout> | undefined;
  let stopListening = () => {};
  let restTimer: ReturnType<typeof setTimeout> | undefined;
  let restsWhileAway = false;

  async function sign() {
    try {
      const signed = await parts.signUrl(target);
      life = tokenLife(Date.parse(signed.expiresAt), Date.now());
      if (signed.playbackSessionId === session.id()) return signed;
    } catch (error) {
      throw asPlayerError(error);
    }
    // Another tab of this device has begun a session since; taking the video back would start a tug of war.
    throw new PlayerError('refused', 'Another page of this device plays');
  }

  const renew = async () => (await sign()).url;

  /** Pressing play is an action of the viewer: a session that may have died begins again. */
  function authorise() {
    return session.isFresh() ? null : session.begin(newAction()).then(renew);
  }

  const sourceOf = (url: string) => ({ url, renew, authorise, isAuthorised: session.isFresh });

  async function begin(action: string) {
    begunBy = action;
    store.set({ phase: 'connecting' });
    hasBegun = false;
    await tryToStart(() => beginSession(action));
  }

  /** An action begins one session: after it only the address is asked for, or two devices would take turns. */
  function comeBack(action: string) {
    void tryToStart(async () => hasBegun || beginSession(action));
  }

  async function beginSession(action: string) {
    await session.begin(action);
    hasBegun = true;
  }

  async function tryToStart(authoriseFirst: () => Promise<unknown>) {
    clearTimeout(comeBackTimer);
    attempt += 1;
    const current = attempt;
    const isStale = () => attempt !== current;
    try {
      await authoriseFirst();
      const { url, mode } = await sign();
      if (!isStale()) start(url, mode);
    } catch (error) {
      if (!isStale()) stop(error);
    }
  }

  function start(url: string, mode: SignedUrl['mode']) {
    const mediaId = `${target.liveStreamId}/${mode}`;
    const player = registry.activate(mediaId, details);
    listen(player);
    store.set({ phase: 'watching', player, mode });
    void player.open(sourceOf(url));
    player.play();
  }

  function listen(player: MediaPlayer) {
    stopListening();
    const stops = [
      registry.onError(player.mediaId, stop),
      session.onFailed(stop),
      session.onChecked(() => void renewInTime(player)),
      // Only one player plays at a time, in whichever page; the next press of play takes the session back.
      session.onTakenOver(player.pause),
    ];
    stopListening = () => {
      for (const stopOne of stops) stopOne();
    };
  }

  async function renewInTime(player: MediaPlayer) {
    if (!life || leftMs(life, Date.now()) > renewBelowMs) return;
    // Without a new address the old one plays on until it is refused, which the engine answers.
    const url = await renew().catch(() => null);
    if (url !== null) void player.open(sourceOf(url));
  }

  function stop(error: unknown) {
    attempt += 1;
    stopListening();
    const reason = stopReason(error);
    if (!passesByItself(reason)) session.drop();
    deactivate();
    store.set({ phase: 'stopped', reason });
    const action = begunBy;
    if (action && passesByItself(reason)) comeBackTimer = setTimeout(() => comeBack(action), comeBackMs);
  }

  function deactivate() {
    const state = store.get();
    if (state.phase === 'watching') registry.deactivate(state.player.mediaId);
  }

  /** A hidden page makes no checks, so its session dies; better a pause than an error on return. */
  function setVisible(isVisible: boolean) {
    clearTimeout(restTimer);
    const state = store.get();
    if (state.phase !== 'watching') return;
    const { player } = state;
    if (isVisible) {
      if (restsWhileAway) player.play();
      restsWhileAway = false;
      return;
    }
    const rest = () => {
      restsWhileAway = !player.getState().isPaused;
      player.returnToEdge();
      player.pause();
    };
    restTimer = setTimeout(rest, Math.max(0, session.livesForMs() - restBeforeDeathMs));
  }

  return {
    getState: store.get,
    subscribe: store.subscribe,
    /** Does nothing when this action has already begun it. */
    begin(action: string) {
      if (begunBy !== action) void begin(action);
    },
    /** The Reload button. */
    reload: () => void begin(newAction()),
    setVisible,
    end() {
      begunBy = undefined;
      attempt += 1;
      clearTimeout(restTimer);
      clearTimeout(comeBackTimer);
      stopListening();
      deactivate();
    },
  };
}
