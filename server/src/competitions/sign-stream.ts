import type { FastifyRequest } from 'fastify';
import { chaptersOf } from '../bouts/chapters.rules.ts';
import { brokenForeignKey } from '../db/constraints.ts';
import { problem } from '../http/problems.ts';
import { requestScheme } from '../http/request-scheme.ts';
import type { VideoProvider } from '../media/video-provider.ts';
import type { findStreamToSign } from './watching.repository.ts';
import { mayWatch, playbackMode, signedUrlExpiry, type WatchingAnswer } from './watching.rules.ts';

export interface SigningDeps {
  videoProvider: VideoProvider;
  /** The origin at which viewers reach the server; undefined: the origin of the request. */
  publicUrl: string | undefined;
  /** The permissions that this session may use. */
  usablePermissions: (session: { permissions: string[]; secondFactor: boolean }) => string[];
  /** Called for every refused device. */
  onRefusal: (
    liveStreamId: string,
    reason: NonNullable<WatchingAnswer['reason']> | 'device-limit',
    userId: string,
  ) => void;
  /** Called when a stream that may be watched has no address. */
  onFailure: (liveStreamId: string, userId: string) => void;
}

type Found = NonNullable<Awaited<ReturnType<typeof findStreamToSign>>>;
export type StreamToSign = NonNullable<Found['stream']>;

/**
 * Whether the user may watch the stream now (docs/product.md, 13.1 and 13.2). It comes before the lease: a refused device
 * takes the place of no other one, and neither does one that waits.
 * @throws problem 404, 403 with the reason, or 409 when there is nothing to play.
 */
export function streamThatMayBeWatched(
  found: Found,
  { userId, now }: { userId: string; now: Date },
  { usablePermissions, onRefusal }: SigningDeps,
): StreamToSign {
  const { stream } = found;
  if (stream === null) throw problem('not-found');
  const { reason } = mayWatch({
    streamIsActive: Boolean(stream.streamIsActive),
    accesses: stream.accesses,
    paymentRequired: stream.paymentRequired,
    permissions: usablePermissions(found),
    now,
  });
  if (reason !== null) {
    onRefusal(stream.id, reason, userId);
    throw problem(reason);
  }
  // An encoder that connects brings a picture in a moment.
  if (stream.broadcast === 'idle') throw problem('broadcast-not-started');
  if (!stream.hasReplay) throw problem('nothing-recorded');
  return stream;
}

/** For the error of a lease whose stream or account was deleted after the check. @throws problem 404 or 401, else the error. */
export function throwWhatIsGone(error: unknown): never {
  const broken = brokenForeignKey(error);
  if (broken === undefined) throw error;
  throw problem(broken.includes('live_stream') ? 'not-found' : 'unauthorized');
}

interface Signing {
  leaseId: string;
  userId: string;
  player: 'mse' | 'native';
  positionSeconds: number | null;
  now: Date;
  request: FastifyRequest;
}

/** The signed address of a stream, for a lease that plays it. @throws what the provider of the video throws. */
export async function signStream(
  stream: StreamToSign,
  { leaseId, userId, player, positionSeconds, now, request }: Signing,
  { videoProvider, publicUrl, onFailure }: SigningDeps,
) {
  const mode = playbackMode(stream, now);
  const expiresAt = signedUrlExpiry({ player, mode, endDate: stream.endDate }, now);
  const signing = videoProvider.signedUrl({
    videoId: stream.videoId,
    streamId: stream.id,
    leaseId,
    expiresAt,
    mode,
    origin: publicUrl ?? `${requestScheme(request)}://${request.host}`,
  });
  const url = await signing.catch((error) => {
    onFailure(stream.id, userId);
    throw error;
  });
  const chapters = chaptersOf(stream);
  return {
    url,
    expiresAt: expiresAt.toISOString(),
    playbackSessionId: leaseId,
    mode,
    ...(mode === 'replay' && positionSeconds !== null ? { positionSeconds } : {}),
    ...(chapters.length > 0 ? { chapters } : {}),
  };
}
