/** What ties the site to its apps (docs/product.md, 40.7 and 40.8). */
import { describe, expect, it } from 'vitest';
import { noApps } from '../../src/config-apps.ts';
import { startApi } from '../harness.ts';
import { makeClientFolder } from './client-folder.ts';

const publicUrl = 'https://ringside.test';
const prints = ['AB', 'CD'].map((pair) => Array(32).fill(pair).join(':'));
const clientFolders = makeClientFolder();
const apps = {
  ...noApps,
  returnUrls: ['https://elsewhere.test/app/back', `${publicUrl}/app/sign-in`, 'ringside://sign-in'],
  apple: 'A1B2C3D4E5.test.ringside.app',
  android: { packageName: 'test.ringside.app', certificates: prints },
};
const api = await startApi({ publicUrl, apps }, undefined, { clientFolders });
const withoutApps = await startApi({ publicUrl }, undefined, { clientFolders });

const apple = '/.well-known/apple-app-site-association';
const android = '/.well-known/assetlinks.json';
const get = (url: string, to = api) => to.app.inject({ url, headers: { accept: 'text/html,*/*' } });

describe('the files of the phones', () => {
  it.each([
    [
      apple,
      {
        applinks: {
          details: [
            {
              appIDs: ['A1B2C3D4E5.test.ringside.app'],
              components: ['/competitions/*', '/fighters/*', '/checkout', '/app/sign-in'].map((path) => ({
                '/': path,
              })),
            },
          ],
        },
      },
    ],
    [
      android,
      [
        {
          relation: ['delegate_permission/common.handle_all_urls'],
          target: {
            namespace: 'android_app',
            package_name: 'test.ringside.app',
            sha256_cert_fingerprints: prints,
          },
        },
      ],
    ],
  ])('%s names the app, as JSON and without a redirect', async (url, content) => {
    const { statusCode, headers, body } = await get(url);
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'public, max-age=3600',
    });
    expect(headers['set-cookie']).toBeUndefined();
    expect(JSON.parse(body)).toEqual(content);
  });

  it.each([apple, android, '/.well-known/nope'])('%s is not there without an app', async (url) => {
    const { statusCode, headers } = await get(url, withoutApps);
    expect([statusCode, headers['content-type']]).toEqual([404, 'application/problem+json']);
    expect(headers['cache-control']).toBe('no-store');
  });
});

describe('the page at the address of the app', () => {
  it('leads on to the app, and is kept nowhere', async () => {
    const { statusCode, headers, body } = await get('/app/sign-in?code=c0de&state=mine&x=1');
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    });
    expect(body).toContain('<a href="ringside://sign-in?code=c0de&amp;state=mine">Open the Ringside app</a>');
  });

  it.each([
    '"><script>alert(1)</script>',
    "' onclick='alert(1)",
    'javascript:alert(1)',
    '\u202e&quot;&#34;',
    '<'.repeat(8_000),
  ])('cannot be made to do anything else by %s', async (text) => {
    const query = new URLSearchParams({ code: text, state: text, error: text });
    const { body } = await get(`/app/sign-in?${query}`);
    expect(body.match(/<a [^>]*>/g)).toEqual([
      expect.stringMatching(/^<a href="ringside:\/\/sign-in\?[^"'<>]*">$/),
    ]);
    expect(body).not.toContain('<script');
  });

  it('takes a parameter that comes twice as none', async () => {
    expect((await get('/app/sign-in?code=a&code=b')).body).toContain('href="ringside://sign-in"');
  });

  it.each(['/app/back', '/app', '/app/sign-in/more'])('is nowhere else: %s', async (url) => {
    expect((await get(url)).statusCode).toBe(404);
    expect((await get('/app/sign-in', withoutApps)).statusCode).toBe(404);
  });
});
