import { createSecretKey } from 'node:crypto';
import { problem } from '../../http/problems.ts';
import { signPath } from '../origin/signed-path.ts';
import type { RemoteProvider, VideoProvider } from '../video-provider.ts';
import { remotePrefix } from './remote-origin.ts';

/** This server's own videos and those of an outside system. `remoteOrigin` serves the playlists of the latter. */
export function withRemote(options: {
  local: VideoProvider;
  remote: Pick<RemoteProvider, 'knowsVideo'>;
  /** HMAC-SHA256, 32 random bytes. */
  signingKey: Buffer;
}): VideoProvider {
  const { local, remote } = options;
  const key = createSecretKey(options.signingKey);
  return {
    async knowsVideo(videoId) {
      if (await local.knowsVideo(videoId)) return true;
      return remote.knowsVideo(videoId).catch(() => {
        throw problem('service-unavailable', {
          detail: 'The video provider does not answer; try again soon.',
          headers: { 'retry-after': '5' },
        });
      });
    },
    async signedUrl(request) {
      const { origin, mode, ...grant } = request;
      if (await local.knowsVideo(grant.videoId)) return local.signedUrl(request);
      return `${origin}${signPath(key, grant, remotePrefix)}/${mode}.m3u8`;
    },
  };
}
