import { type SigningKey, signPath } from './signed-path.ts';
import type { VideoProvider } from './video-provider.ts';

/** The provider beside `localOrigin`; both are given the same key and the same videos. */
export function createLocalProvider(options: {
  signingKey: SigningKey;
  videos: { has(videoId: string): boolean };
}): VideoProvider {
  const { signingKey, videos } = options;
  return {
    knowsVideo: async (videoId) => videos.has(videoId),
    signedUrl: async ({ origin, mode, ...grant }) => `${origin}${signPath(signingKey, grant)}/${mode}.m3u8`,
  };
}
