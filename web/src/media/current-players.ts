import { isBackgroundPause, watchBackground } from './background-pause.ts';
import { isAppleMobile } from './device.ts';
import { openEngine } from './engine/open-engine.ts';
import { connectMediaSession } from './media-session.ts';
import { createPlayerRegistry } from './player-registry.ts';
import { createVolumeStore } from './volume.ts';

/** docs/product.md, 16.3. Apple's mobile browsers allow only one decoder, so no players are kept there. */
const keptPlayers = 12;
const keptPlayersOnAppleMobile = 0;

/** The players of this page. */
export const playerRegistry = createPlayerRegistry({
  maxKept: isAppleMobile() ? keptPlayersOnAppleMobile : keptPlayers,
  openEngine,
  volume: createVolumeStore(() => window.localStorage),
  isBackgroundPause,
});

watchBackground();
if ('mediaSession' in navigator) connectMediaSession(playerRegistry, navigator.mediaSession);
