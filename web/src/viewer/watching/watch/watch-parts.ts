import type { Moment } from '../../../media/engine/engine.ts';
import type { FirstMedia } from '../../../media/engine/first-media.ts';
import type { MediaPlayer } from '../../../media/media-player.ts';
import type { PlayerRegistry } from '../../../media/player-registry.ts';
import type { SignedUrl, WatchTarget } from '../../competitions/competition-types.ts';
import type { PlaybackSession } from '../../playback/playback-session.ts';
import type { WatchedPlaces } from '../../playback/watched-place.ts';
import type { Continued } from './continued.ts';
import type { StopReason } from './watch-stop.ts';

/** A signed address, with what the page has of its video already. */
export type SignedMedia = SignedUrl & { media?: FirstMedia };

/** What a watch combines. */
export interface WatchParts {
  session: Pick<
    PlaybackSession,
    | 'begin'
    | 'drop'
    | 'id'
    | 'isFresh'
    | 'livesForMs'
    | 'onFailed'
    | 'onChecked'
    | 'onTakenOver'
    | 'onExpired'
  >;
  registry: PlayerRegistry;
  places: WatchedPlaces;
  signUrl: (target: WatchTarget) => Promise<SignedMedia>;
  /** Returns a new, unique name for an action of the viewer. */
  newAction: () => string;
}

/** What a watch takes over from that of another camera: its session while it lives, and the moment it showed. */
export interface Handover {
  moment: Moment | undefined;
}

export type WatchState =
  | { phase: 'connecting' }
  /** At the limit of devices the viewer has asked again. */
  | { phase: 'asking' }
  /** The encoder has not come. */
  | { phase: 'waiting' }
  /** `continued`: it begins where the viewer had stopped. */
  | { phase: 'watching'; player: MediaPlayer; mode: SignedUrl['mode']; continued: Continued | null }
  /** The broadcast is over. Who had paused begins the replay themselves. */
  | { phase: 'ended'; isReplayComing: boolean }
  | { phase: 'stopped'; reason: Exclude<StopReason, 'broadcast-not-started'> };
