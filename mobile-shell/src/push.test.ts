// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { memoryVault, tokenSet } from './memory-vault.ts';
import { createPush } from './push.ts';
import { openTokens } from './tokens.ts';

const device = vi.hoisted(() => ({
  calls: [] as string[],
  listeners: new Map<string, (data: object) => void>(),
  permission: 'granted',
  token: 'ABCDEF' as string | undefined,
  platform: 'ios',
}));
vi.mock('./plugins.ts', () => ({ hasNativePlugin: () => true }));
vi.mock('@capacitor/core', () => ({ Capacitor: { getPlatform: () => device.platform } }));
vi.mock('@capacitor/push-notifications', () => {
  const noted = (name: string, answer: () => unknown) => async () => {
    device.calls.push(name);
    return answer();
  };
  return {
    PushNotifications: {
      addListener: async (name: string, listener: (data: object) => void) =>
        void device.listeners.set(name, listener),
      checkPermissions: async () => ({ receive: device.permission }),
      requestPermissions: noted('ask', () => ({ receive: device.permission })),
      createChannel: noted('createChannel', () => undefined),
      register: noted('register', () =>
        device.token === undefined
          ? emit('registrationError', { error: 'no network' })
          : emit('registration', { value: device.token }),
      ),
      unregister: noted('unregister', () => undefined),
      removeAllDeliveredNotifications: noted('clear', () => {
        throw new Error('Not registered in this run.');
      }),
    },
  };
});
const emit = (name: string, data: object) => device.listeners.get(name)?.(data);

const origin = 'https://ringside.example';
const tokensOf = (sub: string) => {
  const value = `e30.${btoa(JSON.stringify({ sub }))}.signature`;
  return { ...tokenSet(sub), identityToken: { ...tokenSet(sub).identityToken, value } };
};

async function start(held: Record<string, unknown> = { tokens: tokensOf('robin') }) {
  const vault = memoryVault(held);
  const tokens = await openTokens(vault);
  const call = vi.fn(async (_request: Request) => new Response(null, { status: 204 }));
  const openLink = vi.fn();
  const isIos = device.platform === 'ios';
  const show = vi.fn();
  const push = await createPush({ origin, vault, tokens, call, isIos, openLink, show });
  const stored = () =>
    Promise.all(call.mock.calls.map(async ([request]) => [request.method, await request.clone().json()]));
  return { vault, tokens, push, openLink, show, stored };
}

beforeEach(() => {
  Object.assign(device, { permission: 'granted', token: 'ABCDEF', platform: 'ios', calls: [] });
  device.listeners.clear();
});
afterEach(() => {
  document.head.innerHTML = '';
  vi.restoreAllMocks();
});

describe('the switch (40.23)', () => {
  test('asks nothing and registers nothing before it is pressed', async () => {
    const { push } = await start();
    await push?.renew();
    expect(await push?.adapter.read()).toEqual({ support: 'possible', endpoint: null });
    expect(device.calls).toEqual([]);
  });

  test('gives the token in the spelling of the server, and goes off with the registration', async () => {
    const { push, vault } = await start();
    expect(await push?.adapter.ask()).toBe(true);
    expect(await push?.adapter.subscribe()).toEqual({ service: 'apns', token: 'abcdef' });
    expect(await push?.adapter.read()).toEqual({ support: 'possible', endpoint: 'abcdef' });
    await push?.adapter.unsubscribe();
    expect(await push?.adapter.read()).toEqual({ support: 'possible', endpoint: null });
    expect(device.calls).toEqual(['ask', 'register', 'register', 'unregister', 'clear']);
    expect(Object.keys(vault.held)).toEqual(['tokens']);
  });

  test('knows of a permission that was taken back, and of a system that gives no token', async () => {
    const { push } = await start();
    device.token = undefined;
    expect(await push?.adapter.subscribe()).toBeUndefined();
    device.permission = 'denied';
    expect(await push?.adapter.read()).toEqual({ support: 'blocked', endpoint: null });
  });

  test('is not there on Android without a project of Firebase, where asking would end the app', async () => {
    device.platform = 'android';
    expect((await start()).push).toBeUndefined();
    document.head.innerHTML = '<meta name="ringside-firebase">';
    const { push } = await start();
    expect(await push?.adapter.subscribe()).toEqual({ service: 'fcm', token: 'ABCDEF' });
    expect(device.calls).toEqual(['createChannel', 'register']);
  });
});

const on = () => ({ tokens: tokensOf('robin'), push: { owner: 'robin' } });

describe('the token (40.24)', () => {
  test('goes to the server again at each start, and when the system renews it', async () => {
    const { push, stored } = await start(on());
    await push?.renew();
    emit('registration', { value: 'FEDCBA' });
    expect(await stored()).toEqual([
      ['PUT', { service: 'apns', token: 'abcdef' }],
      ['PUT', { service: 'apns', token: 'fedcba' }],
    ]);
  });

  test('of another account is left at the next start, and none is given in its place (40.27)', async () => {
    const { push, stored, vault } = await start({ ...on(), tokens: tokensOf('sam') });
    await push?.renew();
    emit('registration', { value: 'FEDCBA' });
    expect([device.calls, await stored(), vault.held.push]).toEqual([['unregister', 'clear'], [], undefined]);
  });

  test('is left at a sign-out, also without a network (40.27)', async () => {
    const { push, tokens, stored } = await start(on());
    await Promise.all([tokens.forget(), push?.leave()]);
    emit('registration', { value: 'FEDCBA' });
    await push?.renew();
    expect([device.calls, await stored()]).toEqual([['unregister', 'clear'], []]);
  });

  test('is left again when the network is back, for a phone without one keeps it (40.27)', async () => {
    const network = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const { push, tokens, vault } = await start(on());
    await Promise.all([tokens.forget(), push?.leave()]);
    expect([device.calls.splice(0), vault.held.push]).toEqual([['unregister', 'clear'], { isLeft: true }]);
    network.mockReturnValue(true);
    window.dispatchEvent(new Event('online'));
    await vi.waitFor(() => expect(vault.held.push).toBeUndefined(), 20_000);
    window.dispatchEvent(new Event('online'));
    expect(device.calls).toEqual(['unregister', 'clear']);
  });

  test('is left again at the next start, also when another account has signed in since (40.27)', async () => {
    const { push, vault, stored } = await start({ tokens: tokensOf('sam'), push: { isLeft: true } });
    await push?.renew();
    expect([device.calls, await stored(), vault.held.push]).toEqual([['unregister', 'clear'], [], undefined]);
  });

  test('of an account that switches it on is not taken for one that was left', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const { push, tokens, vault } = await start(on());
    await push?.leave();
    await tokens.signedIn(tokensOf('sam'), true);
    await push?.adapter.subscribe();
    device.calls.splice(0);
    window.dispatchEvent(new Event('online'));
    await push?.renew();
    expect([device.calls, vault.held.push]).toEqual([['register'], { owner: 'sam', isLeft: false }]);
  });

  test('is not asked for when the permission is gone', async () => {
    device.permission = 'denied';
    await (await start(on())).push?.renew();
    expect(device.calls).toEqual([]);
  });

  test('is left when nobody is signed in any more: the account was not to be remembered (40.27)', async () => {
    const { push, vault } = await start({ push: { owner: 'robin' } });
    await push?.renew();
    expect([device.calls, vault.held.push]).toEqual([['unregister', 'clear'], undefined]);
  });

  test.each([null, 'robin', { owner: 7 }, []])('is not given for a damaged mark: %j', async (push) => {
    const { push: own, stored } = await start({ tokens: tokensOf('robin'), push });
    await own?.renew();
    expect([device.calls, await stored()]).toEqual([[], []]);
  });
});

describe('a message', () => {
  const data = { slug: 'rotterdam-rumble-7', startDate: '2035-01-06T19:00:00Z' };
  const tap = (given: unknown, actionId = 'tap') =>
    emit('pushNotificationActionPerformed', { actionId, notification: { data: given } });

  test('opens its event when it is tapped (40.25)', async () => {
    const { openLink } = await start();
    tap(data);
    tap(data, 'dismiss');
    expect(openLink.mock.calls).toEqual([['ringside://app/competitions/rotterdam-rumble-7']]);
  });

  test.each([
    undefined,
    null,
    7,
    {},
    { slug: '../auth/logout' },
    { slug: '//evil.example' },
    { slug: 'a?b=c' },
    { slug: ['x'] },
  ])('leads nowhere else: %j (40.25)', async (given) => {
    const { openLink } = await start();
    tap(given);
    expect(openLink.mock.calls).toEqual([['ringside://app/']]);
  });

  test('that comes while the app is open is shown by the app (40.26)', async () => {
    const { show, openLink } = await start(on());
    emit('pushNotificationReceived', { title: 'Rotterdam Rumble 7', data });
    const [notice] = show.mock.lastCall ?? [];
    expect(notice).toMatchObject({ title: 'Rotterdam Rumble 7', body: expect.stringMatching(/^Begins at/) });
    notice.open();
    expect(openLink).toHaveBeenCalledExactlyOnceWith('ringside://app/competitions/rotterdam-rumble-7');
  });

  test('to an account that has left is not shown to the next one (40.27)', async () => {
    const { show } = await start({ tokens: tokensOf('sam'), push: { isLeft: true } });
    emit('pushNotificationReceived', { title: 'Rotterdam Rumble 7', data });
    expect(show).not.toHaveBeenCalled();
  });
});
