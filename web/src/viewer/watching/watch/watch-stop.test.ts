import { describe, expect, it, vi } from 'vitest';
import { PlayerError } from '../../../media/engine/player-error.ts';
import { problemBody } from '../../../test/api-server.ts';
import { PlaybackCheckError } from '../../playback/playback-session.ts';
import { asPlayerError, stopReason } from './watch-stop.ts';

const refusal = (code: string, status = 403) =>
  problemBody({ status, type: `/problems/${code}` as ReturnType<typeof problemBody>['type'] });

describe('stopReason', () => {
  it.each([
    ['access-required', refusal('access-required'), 'access-required'],
    ['access-not-started', refusal('access-not-started'), 'access-not-started'],
    ['access-ended', refusal('access-ended'), 'access-ended'],
    ['stream-inactive', refusal('stream-inactive'), 'stream-inactive'],
    ['a stream that was deleted', refusal('not-found', 404), 'stream-inactive'],
    ['a broadcast without a recording', refusal('nothing-recorded', 409), 'nothing-recorded'],
    ['a stream that waits', refusal('broadcast-not-started', 409), 'broadcast-not-started'],
    ['the device limit', refusal('device-limit'), 'device-limit'],
    ['an address that others play', refusal('playback-shared'), 'shared'],
    [
      'a check after others played the address',
      new PlaybackCheckError({ cause: refusal('playback-ended-by-shared', 404) }),
      'shared',
    ],
    ['two other devices', refusal('two-devices-watch', 409), 'device-limit'],
    ['a session that expired', refusal('playback-ended-by-expiry', 404), 'media'],
    ['an overloaded server', refusal('service-unavailable', 503), 'unreachable'],
    ['a stream without an answer', new PlayerError('network', 'gone'), 'unreachable'],
    ['a check without an answer', new PlaybackCheckError({ cause: new TypeError('gone') }), 'unreachable'],
    ['a call without an answer', new TypeError('Failed to fetch'), 'unreachable'],
    ['a recording that is not there', new PlayerError('missing', 'gone'), 'recording-missing'],
    ['a video that cannot be decoded', new PlayerError('media', 'broken'), 'media'],
    ['a refusal that the engine met', asPlayerError(refusal('access-ended')), 'access-ended'],
    [
      'a failed check',
      new PlaybackCheckError({ cause: refusal('playback-ended-by-device-limit', 404) }),
      'device-limit',
    ],
  ])('of %s', (_, error, reason) => {
    expect(stopReason(error)).toBe(reason);
  });

  it('is offline when the browser has no network', () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    expect(stopReason(new TypeError('Failed to fetch'))).toBe('offline');
  });
});

describe('asPlayerError', () => {
  it('turns a refusal into a final error', () => {
    expect(asPlayerError(refusal('device-limit'))).toMatchObject({ code: 'refused' });
  });

  it.each([
    ['no answer', new TypeError('Failed to fetch')],
    ['an overloaded server', refusal('service-unavailable', 503)],
    ['too many requests', refusal('too-many-requests', 429)],
  ])('leaves %s to a retry', (_, error) => {
    expect(asPlayerError(error)).toBe(error);
  });
});
