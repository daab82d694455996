/** The calls of the playback session. It is no query: nothing of it is cached, and asking twice has effects. */
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
