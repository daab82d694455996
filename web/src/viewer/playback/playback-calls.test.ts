import { afterEach, expect, it, vi } from 'vitest';
import { signUrl } from '../competitions/competition-calls.ts';
import { createPlaybackSession, pingPlaybackSession } from './playback-calls.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const stream = { competitionId: 'rumble', blockId: 'main-card', liveStreamId: 'stream-1' };

// docs/product.md, 34.40
it.each([
  ['the start of a session', () => createPlaybackSession()],
  ['a ping', () => pingPlaybackSession('session-1')],
  ['a new address', () => signUrl(stream, 'mse')],
])('gives %s up that gets no answer, so that it can be asked for again', async (_, call) => {
  const silence = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(silence.signal);
  const neverAnswers = ({ signal }: Request) =>
    new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  vi.stubGlobal('fetch', vi.fn(neverAnswers));
  const outcome = call();
  await vi.waitFor(() => expect(fetch).toHaveBeenCalled(), 15_000);
  silence.abort(new DOMException('No answer came', 'TimeoutError'));
  await expect(outcome).rejects.toMatchObject({ name: 'TimeoutError' });
  expect(timeout).toHaveBeenCalledWith(6_000);
});
