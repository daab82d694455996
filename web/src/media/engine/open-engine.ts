import { nextTask } from '../../next-task.ts';
import { streamTechnology } from './device.ts';
import type { OpenEngine } from './engine.ts';
import { HlsEngine } from './hls-engine.ts';
import { loadHls } from './load-hls.ts';
import { createNativeEngine } from './native-engine.ts';
import { PlayerError } from './player-error.ts';

export const openEngine: OpenEngine = async (video, source, events) => {
  if (streamTechnology() === 'native') return createNativeEngine(video, source, events);
  const Hls = await loadHls(source.url);
  await nextTask();
  if (Hls.isSupported()) return new HlsEngine(Hls, video, source, events);
  throw new PlayerError('unsupported', 'This browser cannot play the video');
};
