import { describe, expect, it, vi } from 'vitest';
import { sessionCookies } from '../../test/session-cookies.ts';
import { createSession, type SessionParts } from './session.ts';
import { clearingCookies } from './session-cookies.ts';

const start = Date.parse('2026-11-20T19:00:00Z');
const secondMs = 1000;

/** A browser whose tabs share the cookies, the clock, a lock and the name of the refresh. */
function browser(cookies: string[] = []) {
  const jar = new Map<string, string>();
  let attempt = '';
  let now = start;
  let queue: Promise<unknown> = Promise.resolve();
  const set = (cookie: string) => {
    const [pair = '', ...attributes] = cookie.split('; ');
    const name = pair.slice(0, pair.indexOf('='));
    if (attributes.includes('Max-Age=0')) jar.delete(name);
    else jar.set(name, pair);
  };
  cookies.forEach(set);
  return {
    set: (changed: string[]) => changed.forEach(set),
    header: () => [...jar.values()].join('; '),
    pass: (ms: number) => {
      now += ms;
    },
    now: () => now,
    openTab(parts: Partial<SessionParts> = {}) {
      const own = {
        requestRefresh: vi.fn(async () => 200),
        requestLogout: vi.fn(async () => undefined),
        announce: vi.fn(),
        wait: vi.fn(async (ms: number) => {
          now += ms;
        }),
        canCall: () => true,
        ...parts,
      };
      const session = createSession({
        attempt: (written = attempt) => {
          attempt = written;
          return attempt;
        },
        readCookies: () => [...jar.values()].join('; '),
        clearCookies: () => clearingCookies().forEach(set),
        now: () => now,
        withLock: (task) => {
          const turn = queue.then(task);
          queue = turn.catch(() => undefined);
          return turn;
        },
        ...own,
      });
      session.read();
      return { session, ...own };
    },
  };
}

describe('reading the cookies', () => {
  it('is signed out without cookies', () => {
    expect(browser().openTab().session.state()).toEqual({
      isLoggedIn: false,
      userId: '',
      name: '',
      email: '',
      permissions: [],
    });
  });

  it('reads the viewer and the permissions from the identity token', () => {
    const { openTab } = browser(sessionCookies({ permissions: ['event:read'] }, start));
    expect(openTab().session.state()).toEqual({
      isLoggedIn: true,
      userId: '1',
      name: 'Mia Jansen',
      email: 'mia@ringside.test',
      permissions: ['event:read'],
    });
  });

  it.each([
    { leftMs: 10_000, isLoggedIn: true },
    { leftMs: 9_999, isLoggedIn: false },
  ])('with $leftMs ms left of the refresh token: signed in is $isLoggedIn', ({ leftMs, isLoggedIn }) => {
    const { openTab } = browser(sessionCookies({ refreshLeftMs: leftMs }, start));
    expect(openTab().session.state().isLoggedIn).toBe(isLoggedIn);
  });

  it('treats a damaged identity token as signed out', () => {
    const tab = browser(['identityToken=no-token', ...sessionCookies({}, start).slice(1)]).openTab();
    expect(tab.session.state().isLoggedIn).toBe(false);
  });

  it('calls its listeners only when the state has changed', () => {
    const chrome = browser(sessionCookies({}, start));
    const { session } = chrome.openTab();
    const listener = vi.fn();
    session.subscribe(listener);
    session.read();
    expect(listener).not.toHaveBeenCalled();
    chrome.pass(60 * 60 * secondMs);
    session.read();
    session.read();
    expect(listener).toHaveBeenCalledOnce();
    expect(session.state().isLoggedIn).toBe(false);
  });
});

describe('the check every 30 seconds', () => {
  it.each([
    { leftMs: 30_001, refreshes: 0 },
    { leftMs: 30_000, refreshes: 1 },
    { leftMs: -5_000, refreshes: 1 },
  ])('with $leftMs ms left of the access token: $refreshes refreshes', async ({ leftMs, refreshes }) => {
    const tab = browser(sessionCookies({ accessLeftMs: leftMs }, start)).openTab();
    await tab.session.check();
    expect(tab.requestRefresh).toHaveBeenCalledTimes(refreshes);
  });

  it('calls nothing when nobody is signed in', async () => {
    const tab = browser().openTab();
    await tab.session.check();
    expect(tab.requestRefresh).not.toHaveBeenCalled();
  });
});

describe('renewing (30.40)', () => {
  it('refreshes once, whatever is left of the access token', async () => {
    const tab = browser(sessionCookies({ accessLeftMs: 500 * secondMs }, start)).openTab();
    await tab.session.renew();
    expect(tab.requestRefresh).toHaveBeenCalledOnce();
    expect(tab.announce).toHaveBeenCalledOnce();
  });

  it('does not share a refresh that began before the change', async () => {
    const shared = browser(sessionCookies({ accessLeftMs: 0 }, start));
    const tab = shared.openTab({
      requestRefresh: vi.fn(async () => {
        shared.set(sessionCookies({ accessLeftMs: 600 * secondMs }, shared.now()));
        return 200;
      }),
    });
    await Promise.all([tab.session.refresh(), tab.session.renew()]);
    expect(tab.requestRefresh).toHaveBeenCalledTimes(2);
  });

  it.each([503, 429])('keeps the sign-in while the server answers %i', async (status) => {
    const tab = browser(sessionCookies({}, start)).openTab({ requestRefresh: vi.fn(async () => status) });
    await tab.session.renew();
    expect(tab.session.state().isLoggedIn).toBe(true);
  });
});

describe('refreshing', () => {
  const expired = sessionCookies({ accessLeftMs: 0 }, start);

  it('sends the remember flag of the cookies', async () => {
    const tab = browser(sessionCookies({ accessLeftMs: 0, remember: false }, start)).openTab();
    await tab.session.refresh();
    expect(tab.requestRefresh).toHaveBeenCalledWith(false, expect.any(String));
  });

  it('reads the new permissions and informs the other tabs', async () => {
    const chrome = browser(expired);
    const tab = chrome.openTab({
      requestRefresh: vi.fn(async () => {
        chrome.set(sessionCookies({ permissions: ['event:read'] }, start));
        return 200;
      }),
    });
    await expect(tab.session.refresh()).resolves.toBe(true);
    expect(tab.session.state().permissions).toEqual(['event:read']);
    expect(tab.announce).toHaveBeenCalledOnce();
  });

  it('is one call for all simultaneous callers', async () => {
    const tab = browser(expired).openTab();
    const results = await Promise.all([tab.session.refresh(), tab.session.refresh(), tab.session.check()]);
    expect(results.slice(0, 2)).toEqual([true, true]);
    expect(tab.requestRefresh).toHaveBeenCalledOnce();
  });

  it('is one call for all tabs: the second one finds the new cookies', async () => {
    const chrome = browser(expired);
    const requestRefresh = vi.fn(async () => {
      chrome.set(sessionCookies({}, chrome.now()));
      return 200;
    });
    const [first, second] = [chrome.openTab({ requestRefresh }), chrome.openTab({ requestRefresh })];
    await expect(Promise.all([first.session.refresh(), second.session.refresh()])).resolves.toEqual([
      true,
      true,
    ]);
    expect(requestRefresh).toHaveBeenCalledOnce();
  });

  it('refreshes again when the next access token has expired', async () => {
    const chrome = browser(expired);
    const requestRefresh = vi.fn(async () => {
      chrome.set(sessionCookies({}, chrome.now()));
      return 200;
    });
    const { session } = chrome.openTab({ requestRefresh });
    await session.check();
    await session.check();
    expect(requestRefresh).toHaveBeenCalledTimes(1);
    chrome.pass(10 * 60 * secondMs);
    await session.check();
    expect(requestRefresh).toHaveBeenCalledTimes(2);
  });
});

describe('a refresh that fails', () => {
  const expired = sessionCookies({ accessLeftMs: 0 }, start);

  const failures = {
    'status 408': async () => 408,
    'status 429': async () => 429,
    'status 500': async () => 500,
    'status 503': async () => 503,
    'no answer': () => Promise.reject(new TypeError('failed')),
  };

  it.each([
    [400, 2],
    [401, 1],
    [403, 1],
  ])('signs out at once on status %i, and says that it has ended', async (status, calls) => {
    const chrome = browser(sessionCookies({ accessLeftMs: 20_000 }, start));
    const tab = chrome.openTab({ requestRefresh: vi.fn(async () => status) });
    await expect(tab.session.refresh()).resolves.toBe(false);
    expect(tab.session.state()).toMatchObject({ isLoggedIn: false, endedBecause: 'ended' });
    expect(tab.requestRefresh).toHaveBeenCalledTimes(calls);
    expect(tab.requestLogout).toHaveBeenCalledOnce();
    expect(chrome.header()).toBe('');
  });

  it.each(Object.entries(failures))(
    'keeps the viewer on %s while the access token works, and tries again with the next check',
    async (_, fails) => {
      const chrome = browser(sessionCookies({ accessLeftMs: 20_000 }, start));
      const requestRefresh = vi.fn(fails);
      const tab = chrome.openTab({ requestRefresh });
      await expect(tab.session.refresh()).resolves.toBe(false);
      expect(tab.session.state().isLoggedIn).toBe(true);
      expect(tab.session.isAccessTokenExpired()).toBe(false);
      expect(requestRefresh).toHaveBeenCalledOnce();
      requestRefresh.mockImplementation(async () => {
        chrome.set(sessionCookies({}, chrome.now()));
        return 200;
      });
      await tab.session.check();
      await expect(tab.session.refresh()).resolves.toBe(true);
      expect(tab.requestLogout).not.toHaveBeenCalled();
    },
  );

  it.each(Object.entries(failures))(
    'signs out on %s when the access token has expired and eight more tries fail, and says why',
    async (_, fails) => {
      const chrome = browser(expired);
      const tab = chrome.openTab({ requestRefresh: vi.fn(fails) });
      await expect(tab.session.refresh()).resolves.toBe(false);
      expect(tab.requestRefresh).toHaveBeenCalledTimes(9);
      expect(chrome.now() - start).toBe(47_000);
      expect(tab.session.state()).toMatchObject({ isLoggedIn: false, endedBecause: 'unreachable' });
      expect(chrome.header()).toBe('');
    },
  );

  it('repeats a refresh without an answer by its name, also with a later check, and names the next one anew', async () => {
    const chrome = browser(expired);
    const requestRefresh = vi.fn(
      failures['no answer'] as (remember: boolean, attempt: string) => Promise<number>,
    );
    const answers = async () => {
      chrome.set(sessionCookies({ accessLeftMs: 20_000 }, chrome.now()));
      return 200;
    };
    requestRefresh.mockImplementationOnce(failures['no answer']).mockImplementationOnce(answers);
    const tab = chrome.openTab({ requestRefresh });
    await expect(tab.session.refresh()).resolves.toBe(true);
    // The access token still works, so the next check is the repeat.
    await tab.session.check();
    requestRefresh.mockImplementation(answers);
    await tab.session.check();
    const [first, repeated, next, later] = requestRefresh.mock.calls.map(([, attempt]) => attempt);
    expect(repeated).toBe(first);
    expect(later).toBe(next);
    expect(next).not.toBe(first);
  });

  it('repeats what another tab got no good answer to, by its name', async () => {
    const chrome = browser(sessionCookies({ accessLeftMs: 20_000 }, start));
    const requestRefresh = vi.fn(async (_: boolean, attempt: string) => (attempt ? 503 : 400));
    await chrome.openTab({ requestRefresh }).session.check();
    await chrome.openTab({ requestRefresh }).session.check();
    const [first, second] = requestRefresh.mock.calls.map(([, attempt]) => attempt);
    expect(first).toMatch(/^(\d+-?){4}$/);
    expect(second).toBe(first);
  });

  it('asks a server that knows no names once more without one', async () => {
    const chrome = browser(expired);
    const requestRefresh = vi.fn(async (_: boolean, attempt: string) => {
      if (attempt) return 400;
      chrome.set(sessionCookies({}, chrome.now()));
      return 200;
    });
    const tab = chrome.openTab({ requestRefresh });
    await expect(tab.session.refresh()).resolves.toBe(true);
    expect(requestRefresh).toHaveBeenCalledTimes(2);
    expect(tab.requestLogout).not.toHaveBeenCalled();
  });

  it('survives a short fault although the access token has expired', async () => {
    const chrome = browser(expired);
    const requestRefresh = vi.fn(async () => 503).mockImplementationOnce(async () => 502);
    requestRefresh.mockImplementationOnce(async () => {
      chrome.set(sessionCookies({}, chrome.now()));
      return 200;
    });
    const tab = chrome.openTab({ requestRefresh });
    await expect(tab.session.refresh()).resolves.toBe(true);
    expect(tab.session.state().isLoggedIn).toBe(true);
  });

  it('says that the sign-in has ended when the refresh token expires or another device ends it', async () => {
    const chrome = browser(sessionCookies({}, start));
    const tab = chrome.openTab();
    chrome.pass(2 * 60 * 60 * secondMs);
    expect(tab.session.read()).toMatchObject({ isLoggedIn: false, endedBecause: 'ended' });
    chrome.set(sessionCookies({}, chrome.now()));
    expect(tab.session.read().endedBecause).toBeUndefined();
    await tab.session.tokenRefused();
    expect(tab.session.state().endedBecause).toBe('ended');
  });

  it('gives no reason for a sign-out that the viewer asked for', async () => {
    const tab = browser(sessionCookies({}, start)).openTab();
    await tab.session.logout();
    expect(tab.session.state().endedBecause).toBeUndefined();
  });

  it.each([401, 503])(
    'gives none either when a refresh was on its way, which is answered by %i',
    async (status) => {
      const chrome = browser(expired);
      const answer = Promise.withResolvers<number>();
      const requestRefresh = vi.fn(() => answer.promise);
      const tab = chrome.openTab({ requestRefresh });
      const refreshed = tab.session.refresh();
      await vi.waitFor(() => expect(requestRefresh).toHaveBeenCalled(), 15_000);
      await tab.session.logout();
      answer.resolve(status);
      await expect(refreshed).resolves.toBe(false);
      expect(tab.session.state().isLoggedIn).toBe(false);
      expect(tab.session.state().endedBecause).toBeUndefined();
      expect(tab.requestLogout).toHaveBeenCalledOnce();
    },
  );

  it('stays signed in when the request was cancelled', async () => {
    const cancelled = () => Promise.reject(new DOMException('cancelled', 'AbortError'));
    const tab = browser(expired).openTab({ requestRefresh: cancelled });
    await expect(tab.session.refresh()).resolves.toBe(false);
    expect(tab.session.state().isLoggedIn).toBe(true);
    expect(tab.requestLogout).not.toHaveBeenCalled();
  });

  it('stays signed in when the page is unloaded meanwhile', async () => {
    let isLeaving = false;
    const tab = browser(expired).openTab({
      canCall: () => !isLeaving,
      requestRefresh: () => {
        isLeaving = true;
        return Promise.reject(new TypeError('failed'));
      },
    });
    await tab.session.refresh();
    expect(tab.session.state().isLoggedIn).toBe(true);
  });

  it('makes no call while the browser is offline', async () => {
    const tab = browser(expired).openTab({ canCall: () => false });
    await expect(tab.session.refresh()).resolves.toBe(false);
    expect(tab.requestRefresh).not.toHaveBeenCalled();
    expect(tab.session.state().isLoggedIn).toBe(true);
  });

  it('stays signed in when another tab has refreshed first', async () => {
    const chrome = browser(expired);
    const tab = chrome.openTab({
      requestRefresh: vi.fn(async () => {
        chrome.set(sessionCookies({}, start));
        return 401;
      }),
    });
    await expect(tab.session.refresh()).resolves.toBe(true);
    expect(tab.session.state().isLoggedIn).toBe(true);
    expect(tab.requestLogout).not.toHaveBeenCalled();
  });
});

describe('signing out', () => {
  it('clears the cookies and informs the other tabs even when the server fails', async () => {
    const chrome = browser(sessionCookies({}, start));
    const tab = chrome.openTab({ requestLogout: () => Promise.reject(new TypeError('failed')) });
    await tab.session.logout();
    expect(chrome.header()).toBe('');
    expect(tab.session.state().isLoggedIn).toBe(false);
    expect(tab.announce).toHaveBeenCalledOnce();
  });
});
