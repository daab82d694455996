/** docs/product.md, 42.13. */
import { describe, expect, it, vi } from 'vitest';
import { listenForPush, type PushScope, readReminder } from './push.ts';

const origin = 'https://ringside.test';
const at = '2026-12-19T18:00:00Z';
const start = Date.parse(at);
const message = (changes: object = {}) =>
  JSON.stringify({ name: 'Rumble 8', slug: 'rumble-8', startDate: at, ...changes });

function fakeBrowser() {
  type Shown = { title: string; tag: string; data: { path?: string } | null; close: () => void };
  const listeners = new Map<string, (event: object) => void>();
  const windows: { url: string; focus: () => Promise<void> }[] = [];
  let shown: Shown[] = [];
  const close = (tag: string) => {
    shown = shown.filter((one) => one.tag !== tag);
  };
  const openWindow = vi.fn(async () => {});
  const scope = {
    addEventListener: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
    location: { origin },
    clients: { matchAll: async () => windows, openWindow },
    registration: {
      getNotifications: async () => shown,
      showNotification: async (title: string, { tag = '', data, ...options }: NotificationOptions) => {
        close(tag);
        shown.push({ title, tag, data, ...options, close: () => close(tag) });
      },
    },
  };
  listenForPush(scope as unknown as PushScope);
  const emit = async (name: string, event: object) => {
    let done: Promise<unknown> | undefined;
    const waitUntil = (promise: Promise<unknown>) => {
      done = promise;
    };
    listeners.get(name)?.({ ...event, waitUntil });
    await done;
  };
  return {
    openWindow,
    shown: () => shown,
    push: (text?: string) => emit('push', { data: text === undefined ? null : { text: () => text } }),
    press: (notification: object) => emit('notificationclick', { notification }),
    openAt: (url: string) => {
      const focus = vi.fn(async () => {});
      windows.push({ url, focus });
      return focus;
    },
  };
}

describe('a message', () => {
  it('is shown with the time on the clock of the viewer', () => {
    const { title, body, path } = readReminder(message(), start - 1);
    const time = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' }).format(start);
    expect({ title, body, path }).toEqual({
      title: 'Rumble 8',
      body: `Begins at ${time}.`,
      path: '/competitions/rumble-8',
    });
    expect(readReminder(message(), start).body).toBe('The fights have begun.');
  });

  it.each([
    ['', 'is empty'],
    ['not JSON', 'is no JSON'],
    ['null', 'is null'],
    ['[]', 'is a list'],
    [message({ name: 7 }), 'has no name'],
    [message({ slug: '//elsewhere.test' }), 'names another host'],
    [message({ slug: '../../auth/logout' }), 'leaves the folder'],
    [message({ slug: 'a\\b' }), 'has a backslash'],
    [message({ slug: 'x?returnTo=https://elsewhere.test' }), 'has a query'],
    [message({ slug: 'x'.repeat(20_000).concat('%2e') }), 'has an escape'],
  ])('%# that %s still says something, and leads home', (text) => {
    expect(readReminder(text, start)).toMatchObject({ title: 'Ringside', path: '/' });
  });

  it('that comes twice is there once, and one with a new time takes its place', async () => {
    const browser = fakeBrowser();
    await browser.push(message());
    await browser.push(message());
    await browser.push(message({ slug: 'other', name: 'Other' }));
    expect(browser.shown().map(({ title }) => title)).toEqual(['Rumble 8', 'Other']);
    await browser.push(message({ startDate: '2026-12-20T18:00:00Z' }));
    expect(browser.shown().map(({ title }) => title)).toEqual(['Other', 'Rumble 8']);
    await browser.push();
    expect(browser.shown().at(-1)?.title).toBe('Ringside');
  });
});

describe('a press', () => {
  it('opens the page of the event', async () => {
    const browser = fakeBrowser();
    browser.openAt(`${origin}/competitions/other`);
    await browser.push(message());
    await browser.press(browser.shown()[0] as object);
    expect(browser.openWindow).toHaveBeenCalledExactlyOnceWith('/competitions/rumble-8');
    expect(browser.shown()).toEqual([]);
  });

  it('shows the page when it is open already', async () => {
    const browser = fakeBrowser();
    const focus = browser.openAt(`${origin}/competitions/rumble-8`);
    await browser.push(message());
    await browser.press(browser.shown()[0] as object);
    expect(focus).toHaveBeenCalledOnce();
    expect(browser.openWindow).not.toHaveBeenCalled();
  });

  it('on a notification that says nothing leads home', async () => {
    const browser = fakeBrowser();
    await browser.press({ data: null, tag: '', close() {} });
    expect(browser.openWindow).toHaveBeenCalledExactlyOnceWith('/');
  });
});
