import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Problem } from '../../api/problem.ts';
import { PlaybackSession, type StartOptions } from './playback-session.ts';

const ended: Problem = {
  type: '/problems/playback-ended-by-device-limit',
  status: 404,
  title: 'Playback Ended',
  detail: 'Two other devices are watching.',
};
const overloaded: Problem = { ...ended, type: '/problems/service-unavailable', status: 503 };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

function setUp({ random = 0.5 } = {}) {
  let posted = 0;
  const create = vi.fn(async (_options?: StartOptions) => {
    posted += 1;
    return `session-${posted}`;
  });
  const ping = vi.fn<(id: string) => Promise<void>>(async () => {});
  const sendLeave = vi.fn<(id: string) => void>();
  const parts = { create, ping, sendLeave, now: Date.now, random: () => random };
  const session = new PlaybackSession(parts);
  const failed = vi.fn();
  session.onFailed(failed);
  session.set({ isLoggedIn: true });
  async function play() {
    await session.begin('navigation-1');
    session.set({ isPlaying: true });
  }
  return { session, create, ping, sendLeave, failed, play };
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe('leaving the page (30.42)', () => {
  it('tells the server, and asks for nothing more', async () => {
    const { session, ping, sendLeave, play } = setUp();
    await play();
    session.leave();
    expect(sendLeave).toHaveBeenCalledExactlyOnceWith('session-1');
    await pass(60_000);
    expect(ping).not.toHaveBeenCalled();
  });

  it('says nothing without a session, or with one that another tab has taken over', async () => {
    const { session, sendLeave, play } = setUp();
    session.leave();
    await play();
    session.takenOver();
    session.leave();
    expect(sendLeave).not.toHaveBeenCalled();
  });

  it.each([true, false])('begins anew when the browser shows it again, if it plays: %s', async (plays) => {
    const { session, ping, failed, play } = setUp();
    const expired = vi.fn(() => void session.begin('comes-back'));
    session.onExpired(expired);
    await play();
    session.set({ isPlaying: plays });
    session.leave();
    session.set({ isVisible: false });
    await pass(100_000);
    session.comeBack();
    session.set({ isVisible: true });
    await pass(0);
    expect(expired).toHaveBeenCalledTimes(plays ? 1 : 0);
    expect(session.id()).toBe(plays ? 'session-2' : null);
    // Play asks for a session first.
    if (!plays) expect(session.isFresh()).toBe(false);
    await pass(22_000);
    expect(ping.mock.calls).toEqual(plays ? [['session-2']] : []);
    expect(failed).not.toHaveBeenCalled();
  });

  it('does nothing when a page comes back that was never left', async () => {
    const { session, play } = setUp();
    await play();
    session.comeBack();
    expect(session.id()).toBe('session-1');
  });
});

describe('beginning', () => {
  it('posts once for one action of the viewer, however often it is called', async () => {
    const { session, create } = setUp();
    const ids = await Promise.all([session.begin('navigation-1'), session.begin('navigation-1')]);
    expect(ids).toEqual(['session-1', 'session-1']);
    expect(create).toHaveBeenCalledTimes(1);
  });

  it('is the same session when the live page has begun it early', async () => {
    const { session, create } = setUp();
    const livePage = { competitionId: 'rumble' };
    session.beginEarly('navigation-1', livePage);
    session.beginEarly('navigation-1', livePage);
    expect(await session.begin('navigation-1')).toBe('session-1');
    expect(await session.begin('navigation-1')).toBe('session-1');
    expect(create.mock.calls).toEqual([[{ livePage }]]);
  });

  it('is asked for again, once, where the early call was refused', async () => {
    const { session, create } = setUp();
    create.mockRejectedValueOnce(overloaded);
    session.beginEarly('navigation-1', { competitionId: 'rumble' });
    const ids = await Promise.all([session.begin('navigation-1'), session.begin('navigation-1')]);
    expect(ids).toEqual(['session-1', 'session-1']);
    expect(create).toHaveBeenCalledTimes(2);
    expect(create.mock.lastCall).toEqual([{}]);
  });

  it('is not asked for again where two other devices watch', async () => {
    const { session, create } = setUp();
    const full = { ...ended, type: '/problems/two-devices-watch', status: 409 };
    create.mockRejectedValueOnce(full);
    session.beginEarly('navigation-1', { competitionId: 'rumble' });
    await expect(session.begin('navigation-1')).rejects.toBe(full);
    expect(create).toHaveBeenCalledTimes(1);
  });

  it('is the one that the first call of the page has begun, or another one where that was refused', async () => {
    const { session, create } = setUp();
    session.adopt('navigation-1', Promise.resolve('session-of-the-call'));
    expect(await session.begin('navigation-1')).toBe('session-of-the-call');
    expect(session.id()).toBe('session-of-the-call');
    expect(session.isFresh()).toBe(true);
    expect(create).not.toHaveBeenCalled();
    session.adopt('navigation-2', Promise.reject(overloaded));
    expect(await session.begin('navigation-2')).toBe('session-1');
    expect(create).toHaveBeenCalledExactlyOnceWith({});
  });

  it('takes the place of the device that the viewer names', async () => {
    const { session, create } = setUp();
    await session.begin('choice-1', { inPlaceOf: 'session-of-the-sofa' });
    expect(create).toHaveBeenCalledExactlyOnceWith({ inPlaceOf: 'session-of-the-sofa' });
  });

  it('posts again when the session of the action has expired meanwhile', async () => {
    const { session } = setUp();
    await session.begin('navigation-1');
    await pass(90_000);
    expect(await session.begin('navigation-1')).toBe('session-2');
  });

  it('posts again for the next action', async () => {
    const { session } = setUp();
    await session.begin('navigation-1');
    expect(await session.begin('reload-1')).toBe('session-2');
  });

  it('can be retried after a failure', async () => {
    const { session, create } = setUp();
    create.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    await expect(session.begin('navigation-1')).rejects.toThrow('Failed to fetch');
    expect(await session.begin('navigation-1')).toBe('session-1');
  });

  it('never happens without an action', async () => {
    const { session, create, ping, play } = setUp();
    await play();
    ping.mockRejectedValue(ended);
    await pass(120_000);
    session.set({ isVisible: false });
    session.set({ isVisible: true });
    await pass(120_000);
    expect(create).toHaveBeenCalledTimes(1);
  });
});

describe('the check', () => {
  it.each([
    ['18 s at the earliest', 0, 18_000],
    ['20 s on average', 0.5, 20_000],
    ['22 s at the latest', 1, 22_000],
  ])('comes after %s', async (_, random, afterMs) => {
    const { ping, play } = setUp({ random });
    await play();
    await pass(afterMs - 1);
    expect(ping).not.toHaveBeenCalled();
    await pass(1);
    expect(ping).toHaveBeenCalledExactlyOnceWith('session-1');
  });

  it('repeats while the stream plays, and calls the listeners after each success', async () => {
    const { session, ping, play } = setUp();
    const checked = vi.fn();
    session.onChecked(checked);
    await play();
    await pass(60_000);
    expect(ping).toHaveBeenCalledTimes(3);
    expect(checked).toHaveBeenCalledTimes(3);
  });

  it.each([
    ['nothing plays', { isPlaying: false }],
    ['the page is hidden', { isVisible: false }],
    ['the user is logged out', { isLoggedIn: false }],
  ])('is off while %s', async (_, change) => {
    const { session, ping, play } = setUp();
    await play();
    session.set(change);
    expect(session.isActive()).toBe(false);
    await pass(120_000);
    expect(ping).not.toHaveBeenCalled();
  });

  it('is due at once when the page is visible again after a while', async () => {
    const { session, ping, play } = setUp();
    await play();
    session.set({ isVisible: false });
    await pass(45_000);
    session.set({ isVisible: true });
    await pass(0);
    expect(ping).toHaveBeenCalledTimes(1);
  });

  // docs/product.md, 33.8
  it('does not ask about a session that has expired meanwhile: its listeners begin another one', async () => {
    const { session, ping, failed, play } = setUp();
    await play();
    const expired = vi.fn(() => void session.begin('back-again'));
    session.onExpired(expired);
    session.set({ isVisible: false });
    await pass(3_600_000);
    session.set({ isVisible: true });
    await pass(0);
    expect(expired).toHaveBeenCalledTimes(1);
    expect(ping).not.toHaveBeenCalled();
    expect(failed).not.toHaveBeenCalled();
    await pass(20_000);
    expect(ping.mock.calls).toEqual([['session-2']]);
  });

  it('leaves an expired session to the start that is under way', async () => {
    const { session, ping, play } = setUp();
    await play();
    const expired = vi.fn();
    session.onExpired(expired);
    session.set({ isPlaying: false });
    await pass(120_000);
    const begun = session.begin('play-pressed');
    session.set({ isPlaying: true });
    await begun;
    await pass(0);
    expect(expired).not.toHaveBeenCalled();
    expect(ping).not.toHaveBeenCalled();
    expect(session.id()).toBe('session-2');
  });

  // docs/product.md, 14.11
  it('does not ask about a session that a start under way replaces', async () => {
    const { session, create, ping, play } = setUp();
    await play();
    session.set({ isPlaying: false });
    await pass(30_000);
    create.mockImplementationOnce(() => new Promise((resolve) => setTimeout(resolve, 5000, 'session-2')));
    void session.begin('play-pressed');
    session.set({ isPlaying: true });
    await pass(5000);
    expect(ping).not.toHaveBeenCalled();
    await pass(20_000);
    expect(ping.mock.calls).toEqual([['session-2']]);
  });

  it('keeps its schedule when the page is hidden for a short time', async () => {
    const { session, ping, play } = setUp();
    await play();
    session.set({ isVisible: false });
    await pass(5000);
    session.set({ isVisible: true });
    await pass(14_999);
    expect(ping).not.toHaveBeenCalled();
    await pass(1);
    expect(ping).toHaveBeenCalledTimes(1);
  });
});

describe('a failed check', () => {
  it('reports the error with its cause and makes the session inactive', async () => {
    const { session, ping, failed, play } = setUp();
    await play();
    ping.mockRejectedValue(ended);
    await pass(20_000);
    expect(failed).toHaveBeenCalledTimes(1);
    expect(failed.mock.calls[0]?.[0]).toMatchObject({
      message: 'Playback status check failed',
      cause: ended,
    });
    expect(session.isActive()).toBe(false);
    expect(session.isFresh()).toBe(false);
    await pass(120_000);
    expect(ping).toHaveBeenCalledTimes(1);
  });

  it('is one without an answer until the session must have expired', async () => {
    const { ping, failed, play } = setUp();
    await play();
    ping.mockRejectedValue(new TypeError('Failed to fetch'));
    await pass(57_000);
    expect(failed).not.toHaveBeenCalled();
    await pass(3000);
    expect(failed).toHaveBeenCalledTimes(1);
  });

  it('is ignored when the server was only overloaded for a moment', async () => {
    const { ping, failed, play } = setUp();
    await play();
    ping.mockRejectedValueOnce(overloaded).mockRejectedValueOnce(new TypeError('Failed to fetch'));
    await pass(120_000);
    expect(failed).not.toHaveBeenCalled();
  });

  it('is ignored when the session has begun again meanwhile', async () => {
    const { session, ping, failed, play } = setUp();
    await play();
    ping.mockImplementationOnce(async () => {
      await session.begin('reload-1');
      throw ended;
    });
    await pass(20_000);
    expect(failed).not.toHaveBeenCalled();
    expect(session.isActive()).toBe(true);
  });

  it('has no effect after the session begins again', async () => {
    const { session, ping, play } = setUp();
    await play();
    ping.mockRejectedValueOnce(ended);
    await pass(20_000);
    await session.begin('reload-1');
    expect(session.isActive()).toBe(true);
    await pass(20_000);
    expect(ping).toHaveBeenLastCalledWith('session-2');
  });
});

it('is fresh while the server has confirmed it within one check interval', async () => {
  const { session } = setUp();
  expect(session.isFresh()).toBe(false);
  await session.begin('navigation-1');
  await pass(21_999);
  expect(session.isFresh()).toBe(true);
  await pass(1);
  expect(session.isFresh()).toBe(false);
});
