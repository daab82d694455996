/** The calls of the playback session. They are not queries: nothing is cached, and a second call has effects. */
import { api } from '../../api/client.ts';
import { patience } from '../../api/patience.ts';
import type { StartOptions } from './playback-session.ts';
import type { WatchedPlace } from './watched-place.ts';

/**
 * Starts this device's session and ends its earlier one; returns its id. Throws the problem, `two-devices-watch` where
 * another device would have to stop.
 */
export async function createPlaybackSession({ livePage, inPlaceOf }: StartOptions = {}) {
  const query = { ...livePage, ...(inPlaceOf ? { inPlaceOf } : { atLimit: 'refuse' as const }) };
  const { data, error } = await api.POST('/api/v1/playback/sessions', { params: { query }, ...patience() });
  if (error) throw error;
  return data.id;
}

/**
 * Throws the problem, for example `playback-ended-by-device-limit`.
 * @param place where the recording plays, if that is to be kept.
 */
export async function pingPlaybackSession(sessionId: string, place: WatchedPlace | null = null) {
  const { error } = await api.POST('/api/v1/playback/sessions/{sessionId}/ping', {
    params: { path: { sessionId }, ...(place ? { query: place } : {}) },
    ...patience(),
  });
  if (error) throw error;
}

/** The page is closing: nobody waits for the answer, and without this call the session expires later. */
export async function leavePlaybackSession(sessionId: string) {
  const call = { params: { path: { sessionId } }, keepalive: true };
  await api.POST('/api/v1/playback/sessions/{sessionId}/leave', call).catch(() => {});
}

/** The page may be closing, so that nobody waits for the answer; the next place makes up for a lost one. */
export async function saveWatchedPlace({ liveStreamId, positionSeconds }: WatchedPlace) {
  const params = { path: { liveStreamId } };
  const call = { params, body: { positionSeconds }, keepalive: true };
  await api.PUT('/api/v1/history/{liveStreamId}/position', call).catch(() => {});
}
