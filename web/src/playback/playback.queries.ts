/** The calls of the playback session. They are not queries: nothing is cached, and a second call has effects. */
import { api } from '../api/client.ts';

/** Starts this device's session and ends its earlier one; returns its id. Throws the problem. */
export async function createPlaybackSession() {
  const { data, error } = await api.POST('/api/v1/playback/sessions');
  if (error) throw error;
  return data.id;
}

/** Throws the problem, for example `playback-ended-by-device-limit`. */
export async function pingPlaybackSession(sessionId: string) {
  const { error } = await api.POST('/api/v1/playback/sessions/{sessionId}/ping', {
    params: { path: { sessionId } },
  });
  if (error) throw error;
}
