/** docs/product.md, 42.12. */
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { config } from '../../config.ts';
import { installNative, type NativePush, native } from '../../native.ts';
import { fakeApiServer, problemBody } from '../../test/api-server.ts';
import { renderPage } from '../../test/render.tsx';
import { signIn, signOut } from '../../test/session-cookies.ts';
import { DeviceSwitch } from './device-switch.tsx';
import { showNotice } from './show-notice.tsx';

vi.mock('../../config.ts', async (original) => {
  const real = await original<{ config: typeof config }>();
  return { ...real, config: { ...real.config, isBuilt: true } };
});

const server = fakeApiServer();
const path = '/api/v1/reminders/push';
const publicKey = 'BAEC';
const bytes = Uint8Array.of(4, 1, 2).buffer;
const keys = { p256dh: 'p', auth: 'a' };
const shell = native();
const open = () => renderPage(<DeviceSwitch />);
const toggle = () => screen.findByRole<HTMLInputElement>('switch', { name: /^On this device/ });
const expectOn = (isOn: boolean) => waitFor(async () => expect((await toggle()).checked).toBe(isOn));
const sent = () =>
  server.calls(path).flatMap(({ method, body }) => (method === 'get' ? [] : [[method, body]]));

/** A browser that may have a subscription. @param answer of the viewer, when they are asked. */
function useBrowser({
  permission = 'default',
  answer = 'granted',
  key = bytes,
  subscribed = null,
  fails = false,
}: {
  permission?: NotificationPermission;
  answer?: NotificationPermission;
  key?: ArrayBuffer;
  subscribed?: string | null;
  fails?: boolean;
} = {}) {
  const made: string[] = [];
  let endpoint = subscribed;
  let ownKey = key;
  const subscription = () => {
    if (endpoint === null) return null;
    const current = endpoint;
    return {
      endpoint: current,
      options: { applicationServerKey: ownKey },
      toJSON: () => ({ endpoint: current, expirationTime: null, keys }),
      unsubscribe: async () => {
        endpoint = null;
      },
    };
  };
  const pushManager = {
    getSubscription: async () => subscription(),
    subscribe: async ({ applicationServerKey }: PushSubscriptionOptionsInit) => {
      if (fails) throw new DOMException('no push service', 'AbortError');
      made.push(String(applicationServerKey));
      endpoint = `https://push.example.org/${made.length}`;
      ownKey = bytes;
      return subscription();
    },
  };
  const registration = { pushManager };
  vi.stubGlobal('navigator', {
    onLine: true,
    language: 'en',
    serviceWorker: {
      getRegistration: async () => registration,
      register: async () => registration,
      ready: Promise.resolve(registration),
    },
  });
  vi.stubGlobal('PushManager', class {});
  const ask = vi.fn(async () => {
    notifications.permission = answer;
    return answer;
  });
  const notifications = { permission, requestPermission: ask };
  vi.stubGlobal('Notification', notifications);
  return { ask, made, endpoint: () => endpoint };
}

/** A server that remembers. */
function answer(endpoint: string | null = null) {
  let known = endpoint;
  server.on('get', path, () => ({
    status: 200,
    body: { publicKey, appServices: [], endpoint: known, token: null },
  }));
  server.on('put', path, ({ body }: { body: unknown }) => {
    known = (body as { endpoint: string }).endpoint;
    return { status: 204 };
  });
  server.on('delete', path, () => {
    known = null;
    return { status: 204 };
  });
}

beforeEach(() => signIn());
afterEach(() => {
  vi.unstubAllGlobals();
  installNative(shell);
  signOut();
});

describe('the switch of this device', () => {
  it('asks only when it is pressed, and goes off again', async () => {
    const browser = useBrowser();
    answer();
    open();
    await expectOn(false);
    expect(browser.ask).not.toHaveBeenCalled();
    await userEvent.click(await toggle());
    await expectOn(true);
    expect([browser.ask.mock.calls.length, browser.made]).toEqual([1, [publicKey]]);
    await userEvent.click(await toggle());
    await expectOn(false);
    expect(browser.endpoint()).toBeNull();
    expect(sent()).toEqual([
      ['put', { endpoint: 'https://push.example.org/1', keys }],
      ['delete', undefined],
    ]);
  });

  it('is on when browser and server know the same subscription, and off when they differ', async () => {
    useBrowser({ permission: 'granted', subscribed: 'https://push.example.org/a' });
    answer('https://push.example.org/a');
    open();
    await expectOn(true);
  });

  it.each([
    ['the server has forgotten it', 'granted', 'https://push.example.org/a', null],
    ['the permission was taken back', 'default', null, 'https://push.example.org/a'],
  ] as const)('is off when %s', async (_, permission, subscribed, known) => {
    useBrowser({ permission, subscribed });
    answer(known);
    open();
    await expectOn(false);
    expect(sent()).toEqual([]);
    await userEvent.click(await toggle());
    await expectOn(true);
  });

  // 42.23
  it.each([
    ['dropped', null, 'https://push.example.org/1'],
    ['renewed', 'https://push.example.org/b', 'https://push.example.org/b'],
  ])('stays on when the browser has %s the subscription', async (_, subscribed, stored) => {
    const browser = useBrowser({ permission: 'granted', subscribed });
    answer('https://push.example.org/a');
    open();
    await expectOn(true);
    expect(sent()).toEqual([['put', { endpoint: stored, keys }]]);
    expect(browser.ask).not.toHaveBeenCalled();
  });

  it('goes off when the browser cannot make good what it has dropped', async () => {
    useBrowser({ permission: 'granted', fails: true });
    answer('https://push.example.org/a');
    open();
    await expectOn(false);
    expect(sent()).toEqual([]);
  });

  it('replaces a subscription for another key', async () => {
    const browser = useBrowser({
      permission: 'granted',
      subscribed: 'https://push.example.org/old',
      key: Uint8Array.of(9).buffer,
    });
    answer();
    open();
    await expectOn(false);
    await userEvent.click(await toggle());
    await expectOn(true);
    expect([browser.made, browser.endpoint()]).toEqual([[publicKey], 'https://push.example.org/1']);
  });

  it('stays off when the viewer does not allow it', async () => {
    useBrowser({ answer: 'default' });
    answer();
    open();
    await userEvent.click(await toggle());
    expect(await screen.findByRole('alert')).toHaveProperty(
      'textContent',
      expect.stringMatching(/not allowed/),
    );
    await expectOn(false);
    expect(sent().filter(([method]) => method === 'put')).toEqual([]);
  });

  it('says that notifications are blocked, also right after the viewer has blocked them', async () => {
    useBrowser({ answer: 'denied' });
    answer();
    open();
    await userEvent.click(await toggle());
    expect(await screen.findByText(/are blocked in your browser/)).toBeDefined();
    expect((await toggle()).disabled).toBe(true);
  });

  it('says that the browser has no push service', async () => {
    useBrowser({ fails: true });
    answer();
    open();
    await userEvent.click(await toggle());
    expect(await screen.findByText(/^Your browser cannot get messages now/)).toBeDefined();
    await expectOn(false);
  });

  it('goes back when the server refuses', async () => {
    useBrowser();
    answer();
    server.on('put', path, { status: 400, body: problemBody({ status: 400 }) as never });
    open();
    await userEvent.click(await toggle());
    await waitFor(() => expect(sent()).toHaveLength(1));
    await expectOn(false);
  });

  it('says what to do in a browser that cannot, and asks the server for nothing', async () => {
    open();
    expect(await screen.findByText(/^This browser cannot show notifications/)).toBeDefined();
    expect((await toggle()).disabled).toBe(true);
    expect(server.calls()).toEqual([]);
  });
});

describe('the switch in the native app (40.23)', () => {
  const appPath = `${path}/app`;

  /** The app on a phone. @param given what its shell answers. */
  function onPhone(
    { services = ['apns'], known = null }: { services?: Array<'apns' | 'fcm'>; known?: string | null } = {},
    given: Partial<NativePush> = {},
  ) {
    let [own, stored] = [known, known];
    const push = {
      service: 'apns' as const,
      read: async (): ReturnType<NativePush['read']> => ({ support: 'possible', endpoint: own }),
      ask: vi.fn(async () => true),
      subscribe: async () => {
        own = 'abc';
        return { service: 'apns' as const, token: own };
      },
      unsubscribe: async () => {
        own = null;
      },
      ...given,
    };
    installNative({ ...shell, isNative: true, push: push satisfies NativePush });
    const body = () => ({ publicKey, appServices: services, endpoint: null, token: stored });
    server.on('get', path, () => ({ status: 200, body: body() }));
    server.on('put', appPath, ({ body: sentBody }: { body: unknown }) => {
      stored = (sentBody as { token: string }).token;
      return { status: 204 };
    });
    server.on('delete', path, () => {
      stored = null;
      return { status: 204 };
    });
    return push;
  }

  it('asks only when it is pressed, gives the token, and goes off again', async () => {
    const push = onPhone();
    open();
    await expectOn(false);
    expect(push.ask).not.toHaveBeenCalled();
    await userEvent.click(await toggle());
    await expectOn(true);
    expect(server.calls(appPath).map(({ body }) => body)).toEqual([{ service: 'apns', token: 'abc' }]);
    await userEvent.click(await toggle());
    await expectOn(false);
    expect(sent()).toEqual([['delete', undefined]]);
  });

  it('is off when the server knows another token', async () => {
    onPhone({ known: 'old' }, { read: async () => ({ support: 'possible', endpoint: 'abc' }) });
    open();
    await expectOn(false);
  });

  it('says that the server does not reach such apps', async () => {
    onPhone({ services: ['fcm'] });
    open();
    expect(await screen.findByText(/are not available here. Reminders come by mail/)).toBeDefined();
    expect((await toggle()).disabled).toBe(true);
  });

  it('says so in an app that was built without notifications, and asks the server for nothing', async () => {
    installNative({ ...shell, isNative: true });
    open();
    expect(await screen.findByText(/are not available here/)).toBeDefined();
    expect(server.calls()).toEqual([]);
  });

  it('says where notifications can be allowed again', async () => {
    onPhone({}, { read: async () => ({ support: 'blocked', endpoint: null }) });
    open();
    expect(
      await screen.findByText(/^Notifications of Ringside are switched off on this device/),
    ).toBeDefined();
  });

  it('stays off when the person does not allow it, and when the system gives no token', async () => {
    const push = onPhone({}, { ask: async () => false });
    open();
    await userEvent.click(await toggle());
    expect(await screen.findByText(/^Ringside was not allowed/)).toBeDefined();
    Object.assign(push, { ask: async () => true, subscribe: async () => undefined });
    await userEvent.click(await toggle());
    expect(await screen.findByText(/^This device cannot get notifications now/)).toBeDefined();
    await expectOn(false);
    expect(server.calls(appPath)).toEqual([]);
  });

  it('a message that comes while the app is open is shown, and leads to its event (40.26)', async () => {
    onPhone();
    open();
    const leave = vi.fn();
    showNotice({ id: 'r', title: 'Rotterdam Rumble 7', body: 'Begins at 20:00.', open: leave });
    expect(await screen.findByText('Rotterdam Rumble 7')).toBeDefined();
    await userEvent.click(await screen.findByRole('button', { name: 'See the event' }));
    expect(leave).toHaveBeenCalledOnce();
  });
});
