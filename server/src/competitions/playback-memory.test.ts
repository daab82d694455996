import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { Playback, PlaybackKey } from './find-playback.ts';
import { PlaybackMemory } from './playback-memory.ts';

const start = Date.parse('2026-11-20T19:00:00Z');
const minute = 60_000;
const keyOf = (lease: number | string, stream = 'stream'): PlaybackKey => ({
  leaseId: `lease-${lease}`,
  streamId: stream,
});

function allowed(
  { leaseId, streamId }: PlaybackKey,
  ends: { lease?: number; right?: number } = {},
): Playback {
  return {
    videoId: 'demo',
    holds: {
      leaseEnds: start + (ends.lease ?? minute),
      rightEnds: ends.right === undefined ? Number.POSITIVE_INFINITY : start + ends.right,
      restsOn: [leaseId, `user of ${leaseId}`, 'event', streamId],
    },
  };
}

function newMemory(
  answer: (key: PlaybackKey) => Playback | undefined = (key) => allowed(key),
  most?: number,
) {
  const world = { hears: true, ms: start };
  const find = vi.fn(async (key: PlaybackKey) => answer(key));
  const listPings = vi.fn(async (ids: string[]) =>
    ids.map((id) => ({ id, pingedAt: new Date(world.ms - 5_000).toISOString() })),
  );
  const memory = new PlaybackMemory({
    changes: { subscribe() {}, hasHeardAllBefore: () => world.hears },
    find,
    listPings,
    now: () => new Date(world.ms),
    ...(most === undefined ? {} : { most }),
  });
  return { memory, find, listPings, world };
}

describe('PlaybackMemory', () => {
  it('asks once for a lease, and once for sixty parallel playlists', async () => {
    const { memory, find } = newMemory();
    const answers = await Promise.all(Array.from({ length: 60 }, () => memory.find(keyOf(1))));
    expect(new Set(answers.map((playback) => playback?.videoId))).toEqual(new Set(['demo']));
    await memory.find(keyOf(1));
    expect(find).toHaveBeenCalledTimes(1);
    await memory.find(keyOf(1, 'another stream'));
    expect(find).toHaveBeenCalledTimes(2);
  });

  it.each([
    ['the lease', { lease: 30_000 }],
    ['the access', { right: 30_000 }],
  ])('asks again when %s ends', async (_, ends) => {
    const { memory, find, world } = newMemory((key) => allowed(key, ends));
    await memory.find(keyOf(1));
    world.ms = start + 29_999;
    await memory.find(keyOf(1));
    expect(find).toHaveBeenCalledTimes(1);
    world.ms = start + 30_000;
    await memory.find(keyOf(1));
    expect(find).toHaveBeenCalledTimes(2);
  });

  it('keeps a lease that is pinged, but not beyond the access', async () => {
    const { memory, find, world } = newMemory((key) => allowed(key, { right: 100_000 }));
    await memory.find(keyOf(1));
    for (world.ms = start; world.ms < start + 100_000; world.ms += 20_000) {
      memory.renew(keyOf(1), new Date(world.ms).toISOString());
      await memory.find(keyOf(1));
    }
    expect(find).toHaveBeenCalledTimes(1);
    await memory.find(keyOf(1));
    expect(find).toHaveBeenCalledTimes(2);
  });

  it('does not remember a lease by its ping alone', async () => {
    const { memory } = newMemory();
    memory.renew(keyOf(1), new Date(start).toISOString());
    expect(memory.size).toBe(0);
  });

  it('asks for the pings that other servers got, once a second for all leases', async () => {
    vi.useFakeTimers();
    const { memory, find, listPings, world } = newMemory();
    const loadAll = () => Promise.all([1, 2, 3].map((lease) => memory.find(keyOf(lease))));
    await loadAll();
    for (let second = 1; second <= 300; second += 1) {
      world.ms = start + second * 1_000;
      await loadAll();
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect(find).toHaveBeenCalledTimes(3);
    expect(listPings.mock.calls.length).toBeLessThan(10);
    expect(listPings.mock.calls[0]).toEqual([['lease-1', 'lease-2', 'lease-3']]);
    // A fault renews nothing.
    listPings.mockRejectedValue(new Error('away'));
    for (let second = 301; second <= 361; second += 1) {
      world.ms = start + second * 1_000;
      await memory.find(keyOf(1));
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect(find.mock.calls.length).toBeGreaterThan(3);
    vi.useRealTimers();
  });

  it.each(['lease-1', 'user of lease-1', 'event', 'stream', '*'])('forgets what rests on %s', async (id) => {
    const { memory, find } = newMemory();
    await memory.find(keyOf(1));
    memory.revoked('somebody else');
    await memory.find(keyOf(1));
    expect(find).toHaveBeenCalledTimes(1);
    memory.revoked(id);
    expect(memory.size).toBe(0);
    await memory.find(keyOf(1));
    expect(find).toHaveBeenCalledTimes(2);
  });

  it('forgets everything when it may have missed something', async () => {
    const { memory } = newMemory();
    await Promise.all([memory.find(keyOf(1)), memory.find(keyOf(2))]);
    memory.missed();
    expect(memory.size).toBe(0);
  });

  it('asks each time while it does not surely hear of changes', async () => {
    const { memory, find, world } = newMemory();
    await memory.find(keyOf(1));
    world.hears = false;
    await Promise.all([memory.find(keyOf(1)), memory.find(keyOf(1))]);
    expect(find).toHaveBeenCalledTimes(3);
  });

  it('remembers neither refusals, nor answers for this moment alone, nor faults', async () => {
    const { memory, find } = newMemory(({ leaseId }) => {
      if (leaseId === 'lease-fault') throw new Error('away');
      return leaseId === 'lease-organiser' ? { videoId: 'demo' } : undefined;
    });
    for (const lease of ['forged', 'organiser']) {
      await memory.find(keyOf(lease));
      await memory.find(keyOf(lease));
    }
    await expect(memory.find(keyOf('fault'))).rejects.toThrow('away');
    await expect(memory.find(keyOf('fault'))).rejects.toThrow('away');
    expect(find).toHaveBeenCalledTimes(6);
    expect(memory.size).toBe(0);
  });

  it('does not grow beyond its bound, and drops the leases first that nobody pings', async () => {
    const { memory, find, world } = newMemory(undefined, 1_000);
    for (let lease = 0; lease < 1_000; lease += 1) await memory.find(keyOf(lease));
    for (let lease = 0; lease < 500; lease += 1)
      memory.renew(keyOf(lease), new Date(start + 1).toISOString());
    for (let lease = 1_000; lease < 1_500; lease += 1) await memory.find(keyOf(lease));
    expect(memory.size).toBe(1_000);
    find.mockClear();
    for (let lease = 0; lease < 500; lease += 1) await memory.find(keyOf(lease));
    expect(find).not.toHaveBeenCalled();
    // The others have expired, so that the next one makes room.
    world.ms = start + minute + 1;
    await memory.find(keyOf('next'));
    expect(memory.size).toBe(1);
  });

  it('holds 20,000 leases by default', { timeout: 20_000 }, async () => {
    const { memory } = newMemory();
    for (let lease = 0; lease < 21_000; lease += 1) await memory.find(keyOf(lease));
    expect(memory.size).toBe(20_000);
    const begun = process.cpuUsage();
    memory.revoked('event');
    expect(memory.size).toBe(0);
    expect(process.cpuUsage(begun).user / 1_000).toBeLessThan(1_000);
  });
});

/**
 * A database whose answers and notifications arrive late, in any interleaving. An answer must be the state at some
 * moment from the oldest change on that has not been heard of (or from the call on, while nothing is surely heard).
 */
type Step = 'ask' | 'revoke' | 'allow' | 'hear' | 'snapshot' | 'answer' | 'deafen' | 'hear again' | 'renew';

const steps = fc.array(
  fc.constantFrom<Step>(
    ...(['ask', 'ask', 'ask', 'snapshot', 'snapshot', 'answer', 'answer', 'revoke', 'allow'] as const),
    ...(['hear', 'hear', 'deafen', 'hear again', 'renew'] as const),
  ),
  { minLength: 10, maxLength: 60, size: 'max' },
);

describe('in any order of answers and notifications', () => {
  it('no answer is older than what was heard', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (script) => {
        const key = keyOf(1);
        /** Whether the viewer may watch, by version. */
        const history = [true];
        const isAllowed = () => history.at(-1) === true;
        /** Versions whose notification is on its way. */
        const unheard: number[] = [];
        const reads: Array<{ snapshot?: boolean; resolve: (playback: Playback | undefined) => void }> = [];
        let hears = true;
        const memory = new PlaybackMemory({
          changes: { subscribe() {}, hasHeardAllBefore: () => hears },
          find: () => new Promise((resolve) => reads.push({ resolve })),
          listPings: async () => [],
          now: () => new Date(start),
        });
        const checks: Array<Promise<void>> = [];
        const finish = async (read: (typeof reads)[number]) => {
          read.resolve((read.snapshot ?? isAllowed()) ? allowed(key) : undefined);
          for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
        };
        for (const step of script) {
          if (step === 'ask') {
            const oldest = hears && unheard[0] !== undefined ? unheard[0] - 1 : history.length - 1;
            checks.push(
              memory.find(key).then((playback) => {
                expect(history.slice(oldest)).toContain(playback !== undefined);
              }),
            );
          } else if (step === 'revoke' && isAllowed()) unheard.push(history.push(false) - 1);
          else if (step === 'allow' && !isAllowed()) history.push(true);
          else if (step === 'hear' && unheard.shift() !== undefined) memory.revoked('lease-1');
          else if (step === 'snapshot') {
            const read = reads.find(({ snapshot }) => snapshot === undefined);
            if (read) read.snapshot = isAllowed();
          } else if (step === 'answer' && reads.length > 0)
            await finish(reads.shift() as (typeof reads)[number]);
          else if (step === 'deafen') hears = false;
          else if (step === 'hear again' && !hears) {
            // A new connection hears nothing of the past, and says so.
            unheard.length = 0;
            memory.missed();
            hears = true;
          } else if (step === 'renew') memory.renew(key, new Date(start).toISOString());
        }
        while (reads.length > 0) await finish(reads.shift() as (typeof reads)[number]);
        await Promise.all(checks);
      }),
      { numRuns: 1_000 },
    );
  });
});
