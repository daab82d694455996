import { createSecretKey } from 'node:crypto';
import type { VideoProvider } from '../video-provider.ts';
import { signPath } from './signed-path.ts';

/** The video provider whose addresses `localOrigin` serves. Both need the same key and the same videos. */
export function createLocalProvider(options: {
  /** HMAC-SHA256, 32 random bytes. */
  signingKey: Buffer;
  knowsVideo(videoId: string): Promise<boolean>;
}): VideoProvider {
  const { knowsVideo } = options;
  const key = createSecretKey(options.signingKey);
  return {
    knowsVideo,
    signedUrl: async ({ origin, mode, ...grant }) => `${origin}${signPath(key, grant)}/${mode}.m3u8`,
  };
}
