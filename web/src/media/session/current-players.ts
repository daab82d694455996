import { native } from '../../native.ts';
import { setActivePlayers } from '../active-players.ts';
import { isAppleMobile } from '../engine/device.ts';
import { openEngine } from '../engine/open-engine.ts';
import { createPlayerRegistry } from '../player-registry.ts';
import { createVolumeStore } from '../volume.ts';
import { isBackgroundPause, watchBackground } from './background-pause.ts';
import { createKeepAwake } from './keep-awake.ts';
import { connectMediaSession } from './media-session.ts';

/** docs/product.md, 16.3. Apple's mobile browsers allow only one decoder, and a webview has less memory than a browser. */
const keptPlayers = 12;
const keptPlayersOnPhones = 0;

/** The players of this page. */
export const playerRegistry = createPlayerRegistry({
  maxKept: isAppleMobile() || native().isNative ? keptPlayersOnPhones : keptPlayers,
  openEngine,
  volume: createVolumeStore(() => window.localStorage),
  isBackgroundPause,
});

setActivePlayers(playerRegistry.getActive, playerRegistry.getKept);
watchBackground();
const ofBrowser = 'wakeLock' in navigator ? createKeepAwake(navigator.wakeLock, document) : undefined;
const keepAwake = native().keepAwake ?? ofBrowser;
if (keepAwake) playerRegistry.subscribe(() => keepAwake(playerRegistry.getPlaying() !== null));
if ('mediaSession' in navigator) connectMediaSession(playerRegistry, navigator.mediaSession);
