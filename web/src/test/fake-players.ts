/** The players of a page with fake engines (`fake-media.ts`). */
import { createPlayerRegistry } from '../media/player-registry.ts';
import { createVolumeStore } from '../media/volume.ts';
import { createFakeEngines } from './fake-media.ts';

/** A registry as the app has it, and the engines that its players open. */
export function createFakePlayers({ maxKept = 12 } = {}) {
  const engines = createFakeEngines();
  const registry = createPlayerRegistry({
    maxKept,
    openEngine: engines.openEngine,
    volume: createVolumeStore(() => window.localStorage),
    isBackgroundPause: () => false,
  });
  return { engines, registry };
}

/** What a player opens: an address that the server does not refuse. */
export function playerSource(name = '1') {
  return {
    url: `https://video.test/${name}.m3u8`,
    renew: async () => `https://video.test/${name}-renewed.m3u8`,
    authorise: () => null,
    isAuthorised: () => true,
  };
}
