import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

function faultsOf(env: Record<string, string>): string {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error('It was taken');
}

const site = { PUBLIC_URL: 'https://ringside.test' };
const print = Array(32).fill('aB').join(':');

describe('APP_ORIGINS', () => {
  it.each([
    'https://localhost',
    'capacitor://localhost',
    'http://localhost',
    'http://localhost:8100',
    'https://app.example.test:8443',
    'https://[::1]:8443',
    'chrome-extension://abcdefghijklmnop',
  ])('takes %s as browsers send it', (origin) => {
    expect(readConfig({ ...site, APP_ORIGINS: `${origin} , ionic://localhost` }).apps.origins).toEqual([
      origin,
      'ionic://localhost',
    ]);
  });

  it.each([
    '*',
    'null',
    'https://*.example.test',
    'HTTPS://LOCALHOST',
    'Capacitor://localhost',
    'capacitor://localhost/',
    'https://localhost/',
    'https://localhost:443',
    'http://localhost:80',
    'https://user@localhost',
    'https://localhost?x',
    'https://localhost#x',
    'https://local host',
    'https://',
    'capacitor://',
    'localhost',
    'file://disk',
    'javascript://localhost',
    'data://localhost',
    'wss://localhost',
    'https://ringsidе.test',
    'https://localhost,,capacitor://localhost',
    'https://localhost;capacitor://localhost',
    `https://${'a'.repeat(20_000)}/`,
  ])('refuses what no browser sends: %s', (origin) => {
    expect(faultsOf({ APP_ORIGINS: origin })).toContain(
      'APP_ORIGINS must be a comma-separated list of origins exactly as browsers send them',
    );
  });

  it('names no origin that is trusted with cookies', () => {
    const both = {
      APP_ORIGINS: 'https://localhost,https://partner.test',
      ALLOWED_ORIGINS: 'https://Partner.test',
    };
    expect(faultsOf(both)).toContain('APP_ORIGINS must name none of ALLOWED_ORIGINS');
    expect(faultsOf({ ...site, APP_ORIGINS: 'https://ringside.test' })).toContain(
      'APP_ORIGINS must not name PUBLIC_URL',
    );
  });
});

describe('APP_RETURN_URLS', () => {
  it('takes the schemes of apps and paths of this site below /app/', () => {
    const urls =
      'Ringside://sign-in, https://ringside.test/app/sign-in, https://app.test/, http://localhost:1/x';
    expect(readConfig({ ...site, APP_RETURN_URLS: urls }).apps.returnUrls).toEqual([
      'ringside://sign-in',
      'https://ringside.test/app/sign-in',
      'https://app.test/',
      'http://localhost:1/x',
    ]);
  });

  it.each([
    'ringside:sign-in',
    'ringside://',
    'ringside://sign-in?x=1',
    'ringside://sign-in#x',
    'ringside://user@sign-in',
    'http://app.test/sign-in',
    'javascript://sign-in/%0aalert(1)',
    'JavaScript://sign-in',
    'data://sign-in',
    'file://sign-in',
    'intent://sign-in',
    'sign-in',
    '*',
    `ringside://${'x'.repeat(20_000)}`,
  ])('refuses %s', (url) => {
    expect(faultsOf({ APP_RETURN_URLS: url })).toContain('APP_RETURN_URLS must be a comma-separated list');
  });

  it.each([
    '',
    '/',
    '/app',
    '/app/',
    '/app/sign-in/',
    '/app//x',
    '/app/:x',
    '/app/*',
    '/competitions/gala',
    '/api/v1',
  ])('leaves the pages of the site alone: %s', (path) => {
    expect(faultsOf({ ...site, APP_RETURN_URLS: `https://ringside.test${path}` })).toContain(
      'APP_RETURN_URLS must begin with /app/ at PUBLIC_URL',
    );
  });
});

describe('the names of the apps', () => {
  it('are read whole', () => {
    const env = { APPLE_APP: 'A1B2C3D4E5.test.ringside.app', ANDROID_APP: 'test.ringside.app' };
    const { apps } = readConfig({ ...env, ANDROID_CERTIFICATES: `${print},${print}` });
    expect(apps.apple).toBe('A1B2C3D4E5.test.ringside.app');
    expect(apps.android).toEqual({
      packageName: 'test.ringside.app',
      certificates: [print.toUpperCase(), print.toUpperCase()],
    });
  });

  it.each(['ANDROID_APP', 'ANDROID_CERTIFICATES'])('need each other: %s', (name) => {
    const both = { ANDROID_APP: 'test.ringside.app', ANDROID_CERTIFICATES: print };
    expect(faultsOf({ ...both, [name]: '' })).toContain(
      'ANDROID_APP and ANDROID_CERTIFICATES must be set together',
    );
  });

  it.each([
    ['APPLE_APP', 'ringside.app'],
    ['APPLE_APP', 'A1B2C3D4E5'],
    ['APPLE_APP', 'A1B2C3D4E5.test/../x'],
    ['ANDROID_APP', 'app'],
    ['ANDROID_APP', 'test.ringside.app/x'],
    ['ANDROID_CERTIFICATES', print.slice(3)],
    ['ANDROID_CERTIFICATES', print.replaceAll(':', '')],
    ['ANDROID_CERTIFICATES', `${print}:AB`],
  ])('are checked: %s=%s', (name, value) => {
    expect(faultsOf({ [name]: value })).toContain(`- ${name} must be`);
  });
});
