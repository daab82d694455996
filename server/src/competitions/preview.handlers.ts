import type { Handlers } from '../contract/operation.ts';
import { signedInUser } from '../contract/security.ts';
import type { Db } from '../db/database.ts';
import { problem } from '../http/problems.ts';
import type { VideoProvider } from '../media/video-provider.ts';
import { findStreamToPreview } from './preview.repository.ts';
import { previewLease } from './preview.rules.ts';
import { playbackMode, signedUrlExpiry } from './watching.rules.ts';

interface Deps {
  db: Db;
  now: () => Date;
  videoProvider: VideoProvider;
  /** The origin at which viewers reach the server; undefined: the origin of the request. */
  publicUrl: string | undefined;
}

export function previewHandlers({
  db,
  now,
  videoProvider,
  publicUrl,
}: Deps): Handlers<'getLiveStreamPreview'> {
  return {
    async getLiveStreamPreview({ path, query, request }) {
      const stream = await findStreamToPreview(db, path);
      if (stream === undefined) throw problem('not-found');
      if (!stream.hasReplay) throw problem('nothing-recorded');
      const instant = now();
      const mode = playbackMode(stream, instant);
      const expiresAt = signedUrlExpiry(
        { player: query.player ?? 'mse', mode, endDate: stream.endDate },
        instant,
      );
      const url = await videoProvider.signedUrl({
        videoId: stream.videoId,
        streamId: stream.id,
        leaseId: previewLease(signedInUser(request).sessionId),
        expiresAt,
        mode: query.whole === 'true' && stream.isRecordedHere ? 'whole' : mode,
        origin: publicUrl ?? `${request.protocol}://${request.host}`,
      });
      return {
        status: 200,
        headers: { 'cache-control': 'no-store' },
        body: { url, expiresAt: expiresAt.toISOString(), mode },
      };
    },
  };
}
