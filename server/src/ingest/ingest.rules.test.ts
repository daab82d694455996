import { expect, it } from 'vitest';
import { isOrphan } from './ingest.rules.ts';

const now = new Date('2026-11-22T20:00:00Z');
const ago = (ms: number) => new Date(now.getTime() - ms).toISOString();
const row = { state: 'live' as const, serverId: 'one', heartbeatAt: ago(1_000), remoteVideoId: null };

it.each([
  ['whose owner lives', {}, false],
  ['whose owner has not been heard of for 3 s', { heartbeatAt: ago(3_001) }, true],
  ['whose owner died before the date was set back', { heartbeatAt: ago(-3_600_000) }, true],
  ['that its owner has left', { serverId: null }, true],
  ['that shows the slate, and whose owner is gone', { state: 'interrupted' as const, serverId: null }, true],
  ['that never showed a picture', { state: 'connecting' as const, serverId: null }, false],
  ['that waits', { state: 'idle' as const, serverId: null }, false],
  ['that has ended', { state: 'ended' as const, serverId: null }, false],
  ['of a provider, which no server owns', { serverId: null, remoteVideoId: 'remote' }, false],
])('a broadcast %s', (_, change, isFree) => {
  expect(isOrphan({ ...row, ...change }, { now, unchangedMs: 2_000 })).toBe(isFree);
});

it('a broadcast whose heartbeat looks old, and was new a second ago, is not free: the date was set', () => {
  for (const heartbeatAt of [ago(3_600_000), ago(-3_600_000)])
    expect(isOrphan({ ...row, heartbeatAt }, { now, unchangedMs: 1_000 })).toBe(false);
});
