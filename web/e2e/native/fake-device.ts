/**
 * A phone for journeys: it serves the build of the app at the origin of its webview, answers what the app asks the
 * system, and remembers it. The page gets Capacitor's own bridge; only what lies behind it is played here.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type BrowserContext, expect, type Page } from '@playwright/test';

const shell = path.join(import.meta.dirname, '../../../mobile-shell');
const appOrigin = 'https://localhost';
/** The server that `pnpm test` builds the app for: each worker has another one. */
const builtFor = 'http://localhost:3210';
const typesWithOrigin: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript' };

/** By plugin the methods that its native part has, as the platforms announce them to the page. */
const plugins = {
  App: ['getLaunchUrl', 'minimizeApp'],
  Browser: ['open', 'close'],
  KeepAwake: ['keepAwake', 'allowSleep'],
  Network: ['getStatus'],
  PushNotifications: [
    'checkPermissions',
    'requestPermissions',
    'register',
    'unregister',
    'createChannel',
    'removeAllDeliveredNotifications',
  ],
  ScreenOrientation: ['lock', 'unlock'],
  SecureStorage: [
    'internalGetItem',
    'internalSetItem',
    'internalRemoveItem',
    'internalClearItemsWithPrefix',
    'internalGetPrefixedKeys',
    'setSynchronizeKeychain',
  ],
  Share: ['share'],
  SplashScreen: ['hide'],
  SystemBars: ['setStyle', 'show', 'hide'],
};

type PluginName = keyof typeof plugins;

interface Call {
  callbackId: string;
  pluginId: string;
  methodName: string;
  options: Record<string, unknown>;
}

export class FakeDevice {
  readonly calls: string[] = [];
  /** The secure storage, by key. */
  readonly keychain = new Map<string, string>();
  launchUrl: string | undefined;
  /** The call that the device refuses. */
  refused = '';
  isOnline = true;
  /** Whether this build for Android has a project of Firebase. */
  hasFirebase = false;
  /** What the person has said about notifications. */
  notifications: 'prompt' | 'granted' | 'denied' = 'prompt';
  /** By which Apple's or Google's service knows this installation. */
  pushToken = '';
  /** What `Browser.open` has opened last. */
  browserUrl = '';

  readonly platform: 'android' | 'ios';

  constructor(platform: 'android' | 'ios') {
    this.platform = platform;
  }

  /** @param server of the app. @param without plugins that this build of the app lacks. */
  async install(
    context: BrowserContext,
    { server, without = [] }: { server: { url: string }; without?: PluginName[] },
  ) {
    await context.grantPermissions(['local-network-access'], { origin: appOrigin });
    await context.exposeFunction('askDevice', (call: Call) => this.#answer(call));
    const bridge = await readFile(
      path.join(shell, 'node_modules/@capacitor/android/capacitor/src/main/assets/native-bridge.js'),
      'utf8',
    );
    const headers = Object.entries(plugins)
      .filter(([name]) => !without.includes(name as PluginName))
      .map(([name, methods]) => ({ name, methods: methods.map(promised).concat(listening) }));
    // Frames of the app are none of the bridge's business.
    await context.addInitScript(
      `if (location.origin === '${appOrigin}') {${pageScript(this.platform)};${bridge};Capacitor.PluginHeaders = ${JSON.stringify(headers)};}`,
    );
    await context.route(`${appOrigin}/**`, async (route) => {
      const { pathname } = new URL(route.request().url());
      const file = path.extname(pathname) === '' ? '/index.html' : pathname;
      const [filePath, contentType] = [path.join(shell, 'www', file), typesWithOrigin[path.extname(file)]];
      if (contentType === undefined) return route.fulfill({ path: filePath });
      const text = (await readFile(filePath, 'utf8')).replaceAll(builtFor, server.url);
      const isPage = file === '/index.html' && this.hasFirebase;
      const body = isPage ? text.replace('<head>', '<head><meta name="ringside-firebase">') : text;
      await route.fulfill({ contentType, body });
    });
  }

  /** Starts the app, as after a tap on its icon. */
  start(page: Page) {
    // It may refuse to start.
    return page.goto(`${appOrigin}/`, { waitUntil: 'load' });
  }

  /** What the system tells the app. */
  emit(page: Page, plugin: PluginName, event: string, data: object) {
    return page.evaluate(([name, detail]) => (window as unknown as Emitter).emitFromDevice(name, detail), [
      `${plugin}.${event}`,
      data,
    ] as const);
  }

  openLink(page: Page, url: string) {
    return this.emit(page, 'App', 'appUrlOpen', { url });
  }

  /** The person taps a notification. */
  tapNotification(page: Page, data: object) {
    const notification = { id: '1', data };
    return this.emit(page, 'PushNotifications', 'pushNotificationActionPerformed', {
      actionId: 'tap',
      notification,
    });
  }

  setActive(page: Page, isActive: boolean) {
    return this.emit(page, 'App', 'appStateChange', { isActive });
  }

  /** As each of the two systems tells it. What only lies over the app is `setActive` alone. */
  async goToBackground(page: Page) {
    if (this.platform === 'ios') await this.setActive(page, false);
    await this.emit(page, 'App', 'pause', {});
    if (this.platform === 'android') await this.setActive(page, false);
  }

  async setOnline(page: Page, isOnline: boolean) {
    this.isOnline = isOnline;
    await this.emit(page, 'Network', 'networkStatusChange', this.#network());
  }

  pressBack(page: Page, canGoBack: boolean) {
    return this.emit(page, 'App', 'backButton', { canGoBack });
  }

  /** The calls of a plugin, without their options. */
  callsOf(plugin: PluginName) {
    return this.calls.filter((call) => call.startsWith(`${plugin}.`)).map((call) => call.split('.')[1]);
  }

  #network() {
    return { connected: this.isOnline, connectionType: this.isOnline ? 'wifi' : 'none' };
  }

  #answer({ pluginId, methodName, options }: Call): unknown {
    const call = `${pluginId}.${methodName}`;
    this.calls.push(call);
    if (call === this.refused) throw new Error('The keychain is locked.');
    const key = String(options.prefixedKey);
    switch (call) {
      case 'App.getLaunchUrl':
        return this.launchUrl === undefined ? null : { url: this.launchUrl };
      case 'Browser.open':
        this.browserUrl = String(options.url);
        return {};
      case 'Network.getStatus':
        return this.#network();
      case 'PushNotifications.register':
        // As the systems do it, after the call.
        return { emitted: ['PushNotifications.registration', { value: this.pushToken }] };
      case 'PushNotifications.requestPermissions':
        this.notifications = 'granted';
        return { receive: this.notifications };
      case 'PushNotifications.checkPermissions':
        return { receive: this.notifications };
      case 'SecureStorage.internalGetItem':
        return { data: this.keychain.get(key) ?? null };
      case 'SecureStorage.internalSetItem':
        this.keychain.set(key, String(options.data));
        return {};
      case 'SecureStorage.internalRemoveItem':
        return { success: this.keychain.delete(key) };
      case 'SecureStorage.internalClearItemsWithPrefix':
        this.keychain.clear();
        return {};
      default:
        return {};
    }
  }
}

const promised = (name: string) => ({ name, rtype: 'promise' });
const listening = [
  { name: 'addListener', rtype: 'callback' },
  { name: 'removeListener', rtype: 'callback' },
];

interface Emitter {
  emitFromDevice: (name: string, data: object) => void;
}

/** In the page, before Capacitor's bridge: what Android or iOS puts there. */
function pageScript(platform: 'android' | 'ios') {
  return `
    const listeners = {};
    // An event waits for the app, as the link does that has started it.
    const kept = {};
    const receive = (message) => {
      const call = typeof message === 'string' ? JSON.parse(message) : message;
      if (call.type === 'message' && call.pluginId === 'Console') return;
      if (call.methodName === 'addListener') {
        const name = call.pluginId + '.' + call.options.eventName;
        listeners[name] = call;
        if (kept[name]) window.emitFromDevice(name, kept[name]);
        delete kept[name];
        return;
      }
      if (call.methodName === 'removeListener') return;
      const { callbackId, pluginId, methodName } = call;
      const answer = { callbackId, pluginId, methodName, save: false };
      window.askDevice(call).then(
        (data) => {
          Capacitor.fromNative({ ...answer, data, success: true });
          if (data?.emitted) window.emitFromDevice(...data.emitted);
        },
        ({ message }) => Capacitor.fromNative({ ...answer, error: { message }, success: false }));
    };
    window.emitFromDevice = (name, data) => {
      if (!listeners[name]) {
        kept[name] = data;
        return;
      }
      const { callbackId, pluginId, methodName } = listeners[name];
      Capacitor.fromNative({ callbackId, pluginId, methodName, data, success: true, save: true });
    };
    ${
      platform === 'android'
        ? 'window.androidBridge = { postMessage: receive };'
        : 'window.webkit = { messageHandlers: { bridge: { postMessage: receive } } };'
    }`;
}

/** Neither a token nor anything of a sign-in outside of the keychain. */
export async function expectNoTokenInPage(page: Page) {
  const kept = await page.evaluate(() =>
    JSON.stringify({ ...localStorage, ...sessionStorage, cookies: document.cookie }),
  );
  // The three tokens: two are signed, the third is 256 random bits.
  expect(kept).not.toMatch(/eyJ|[\w-]{43}/);
  expect(kept).not.toMatch(/token|verifier/i);
  expect(await page.context().cookies()).toEqual([]);
}
