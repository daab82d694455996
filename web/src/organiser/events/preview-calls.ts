import { api } from '../../api/client.ts';
import { isProblem } from '../../api/problem.ts';
import { streamTechnology } from '../../media/engine/device.ts';
import { PlayerError } from '../../media/engine/player-error.ts';

/**
 * A new signed address of a preview, which takes no viewer's place. @throws PlayerError when the server refuses one.
 * @param isWhole also what was cut out of a replay.
 */
export async function signPreview(
  path: { eventId: string; blockId: string; liveStreamId: string },
  { isWhole = false } = {},
) {
  const { data, error } = await api.GET(
    '/api/v1/events/{eventId}/blocks/{blockId}/live-streams/{liveStreamId}/preview',
    { params: { path, query: { player: streamTechnology(), ...(isWhole ? { whole: 'true' } : {}) } } },
  );
  if (data) return data;
  // A fault of the server passes; the engine of the preview tries again.
  if (!isProblem(error) || error.status >= 500 || error.status === 429) throw error;
  throw new PlayerError('refused', error.detail, { cause: error });
}
