/**
 * Watches one stream: combines the playback session, the signed address and the player, without React. A watch
 * *begins* with an action of the viewer and *ends* with its page. It *stops* when the session or the player fails;
 * after that only another action of the viewer begins it again, or a retry when the fault is temporary.
 */
import type { SignedUrl, WatchTarget } from '../competitions/competition-types.ts';
import { PlayerError } from '../media/engine/player-error.ts';
import { leftMs, type TokenLife, tokenLife } from '../media/engine/token-life.ts';
import type { MediaPlayer } from '../media/media-player.ts';
import type { PlayerRegistry } from '../media/player-registry.ts';
import type { MediaDetails } from '../media/player-state.ts';
import type { PlaybackSession } from '../playback/playback-session.ts';
import { createStore } from '../store.ts';
import { asPlayerError, isTemporary, type StopReason, stopReason } from './watch-stop.ts';

export interface WatchParts {
  session: Pick<
    PlaybackSession,
    'begin' | 'drop' | 'id' | 'isFresh' | 'livesForMs' | 'onFailed' | 'onChecked' | 'onTakenOver'
  >;
  registry: PlayerRegistry;
  signUrl: (target: WatchTarget) => Promise<SignedUrl>;
  /** Returns a new, unique name for an action of the viewer. */
  newAction: () => string;
}

export type WatchState =
  | { phase: 'connecting' }
  | { phase: 'watching'; player: MediaPlayer; mode: SignedUrl['mode'] }
  | { phase: 'stopped'; reason: StopReason };

export type Watch = ReturnType<typeof createWatch>;

/** The session is checked three times a minute, and a token lives two minutes: it is renewed about every 80 s. */
const renewBelowMs = 50_000;
/** In a hidden page, the player pauses this long before the session expires. */
const pauseBeforeExpiryMs = 5000;
/** While the server does not answer, the watch retries this often. */
const retryEveryMs = 5000;

export function createWatch(target: WatchTarget, details: MediaDetails, parts: WatchParts) {
  const { session, registry, newAction } = parts;
  const store = createStore<WatchState>({ phase: 'connecting' });
  let life: TokenLife | undefined;
  let attempt = 0;
  let begunBy: string | undefined;
  let hasSession = false;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  let stopListening = () => {};
  let pauseTimer: ReturnType<typeof setTimeout> | undefined;
  let resumesWhenVisible = false;

  async function sign() {
    try {
      const signed = await parts.signUrl(target);
      life = tokenLife(Date.parse(signed.expiresAt), Date.now());
      if (signed.playbackSessionId === session.id()) return signed;
    } catch (error) {
      throw asPlayerError(error);
    }
    // Another tab of this device has begun a session. If this tab took it back, both would do so in turns.
    throw new PlayerError('refused', 'Another page of this device plays');
  }

  const renew = async () => (await sign()).url;

  /** Pressing play is an action of the viewer, so a session that may have expired begins again. */
  function authorise() {
    return session.isFresh() ? null : session.begin(newAction()).then(renew);
  }

  const sourceOf = (url: string) => ({ url, renew, authorise, isAuthorised: session.isFresh });

  async function begin(action: string) {
    begunBy = action;
    store.set({ phase: 'connecting' });
    hasSession = false;
    await tryToStart(() => beginSession(action));
  }

  /** An action begins only one session. Retries after that only renew the address, or two devices would alternate. */
  function retry(action: string) {
    void tryToStart(async () => hasSession || beginSession(action));
  }

  async function beginSession(action: string) {
    await session.begin(action);
    hasSession = true;
  }

  async function tryToStart(ensureSession: () => Promise<unknown>) {
    clearTimeout(retryTimer);
    attempt += 1;
    const current = attempt;
    const isStale = () => attempt !== current;
    try {
      await ensureSession();
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
      // Only one player plays at a time, across all tabs. Pressing play takes the session back.
      session.onTakenOver(player.pause),
    ];
    stopListening = () => {
      for (const stopOne of stops) stopOne();
    };
  }

  async function renewInTime(player: MediaPlayer) {
    if (!life || leftMs(life, Date.now()) > renewBelowMs) return;
    // Without a new address the player keeps the old one; the engine handles its refusal.
    const url = await renew().catch(() => null);
    if (url !== null) void player.open(sourceOf(url));
  }

  function stop(error: unknown) {
    attempt += 1;
    stopListening();
    const reason = stopReason(error);
    if (!isTemporary(reason)) session.drop();
    deactivate();
    store.set({ phase: 'stopped', reason });
    const action = begunBy;
    if (action && isTemporary(reason)) retryTimer = setTimeout(() => retry(action), retryEveryMs);
  }

  function deactivate() {
    const state = store.get();
    if (state.phase === 'watching') registry.deactivate(state.player.mediaId);
  }

  /** A hidden page makes no checks, so its session expires. A pause before that avoids an error on return. */
  function setVisible(isVisible: boolean) {
    clearTimeout(pauseTimer);
    const state = store.get();
    if (state.phase !== 'watching') return;
    const { player } = state;
    if (isVisible) {
      if (resumesWhenVisible) player.play();
      resumesWhenVisible = false;
      return;
    }
    const pauseHidden = () => {
      resumesWhenVisible = !player.getState().isPaused;
      player.returnToEdge();
      player.pause();
    };
    pauseTimer = setTimeout(pauseHidden, Math.max(0, session.livesForMs() - pauseBeforeExpiryMs));
  }

  return {
    getState: store.get,
    subscribe: store.subscribe,
    /** Does nothing when the same action has already begun the watch. */
    begin(action: string) {
      if (begunBy !== action) void begin(action);
    },
    /** For the Reload button. */
    reload: () => void begin(newAction()),
    setVisible,
    end() {
      begunBy = undefined;
      attempt += 1;
      clearTimeout(pauseTimer);
      clearTimeout(retryTimer);
      stopListening();
      deactivate();
    },
  };
}
