import { PlayerError } from '../../../media/engine/player-error.ts';
import { leftMs, type TokenLife, tokenLife } from '../../../media/engine/token-life.ts';
import type { PlayerSource } from '../../../media/media-player.ts';
import type { WatchTarget } from '../../competitions/competition-types.ts';
import type { WatchParts } from './watch-parts.ts';
import { asPlayerError } from './watch-stop.ts';

/** The session is checked three times a minute, and a token lives two minutes: it is renewed about every 80 s. */
const renewBelowMs = 50_000;
/** The server may have ended a session that has so little time left: no ping has reached it for long. */
const endedBelowMs = 5_000;

/** For this long after it has signed an address, the server need not confirm the session again. */
const confirmsForMs = 5_000;

/** The signed address of one stream, for the playback session of this tab. */
export function createWatchAddress(target: WatchTarget, { session, signUrl, newAction }: WatchParts) {
  let life: TokenLife | undefined;
  let newest: { sessionId: string; signedAt: number } | undefined;
  let beginning: Promise<unknown> | undefined;

  /** After a long time without the server: no other device stops for it (docs/product.md, 34.41). */
  function beginAgain() {
    beginning ??= session.begin(newAction()).finally(() => {
      beginning = undefined;
    });
    return beginning;
  }

  /** Throws a PlayerError when the viewer may not watch. */
  async function sign() {
    try {
      if (session.livesForMs() < endedBelowMs) await beginAgain();
      const signed = await signUrl(target);
      life = tokenLife(Date.parse(signed.expiresAt), Date.now());
      if (signed.playbackSessionId === session.id()) {
        newest = { sessionId: signed.playbackSessionId, signedAt: Date.now() };
        return signed;
      }
    } catch (error) {
      throw asPlayerError(error);
    }
    // Another tab of this device has begun a session. If this tab took it back, both would do so in turns.
    throw new PlayerError('refused', 'Another page of this device plays');
  }

  const renew = async () => (await sign()).url;

  /** The server has just signed an address for this session, so the session lives. */
  const isNew = () =>
    newest !== undefined && newest.sessionId === session.id() && Date.now() - newest.signedAt < confirmsForMs;

  /**
   * Pressing play is an action of the viewer, so a session that may have expired begins again. A replay that starts by itself
   * has just got its address: another session would make that one void while it loads.
   */
  function authorise() {
    return session.isFresh() || isNew() ? null : session.begin(newAction()).then(renew);
  }

  return {
    sign,
    isDue: () => life !== undefined && leftMs(life, Date.now()) <= renewBelowMs,
    /** What the player plays. */
    source: (url: string): PlayerSource => ({ url, renew, authorise, isAuthorised: session.isFresh }),
  };
}
