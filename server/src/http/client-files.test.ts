import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { serveClient } from './client-files.ts';
import { installErrorHandler } from './error-handler.ts';

const home = mkdtempSync(path.join(tmpdir(), 'ringside-client-'));
const folders = { client: path.join(home, 'client'), docs: path.join(home, 'docs') };
const index = '<!doctype html><title>Ringside</title>';
const patterns = ['/', '/auth/login', '/admin/events', '/admin/events/:eventId/blocks'];
const script = 'console.log("ring");'.repeat(50);

function write(folder: string, file: string, content: string | Buffer) {
  const target = path.join(folder, file);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, content);
}

const log: string[] = [];
const app = Fastify({ logger: { level: 'warn', stream: { write: (line: string) => void log.push(line) } } });

beforeAll(async () => {
  write(folders.client, 'index.html', index);
  write(folders.client, 'watch.html', index);
  write(folders.client, 'client-pages.json', JSON.stringify({ patterns }));
  write(folders.client, 'favicon.svg', '<svg/>');
  write(folders.client, 'icons/icon.png', 'a picture');
  write(folders.client, 'offline.html', index);
  write(folders.client, 'service-worker.js', script);
  write(folders.client, 'service-worker.js.br', brotliCompressSync(script));
  write(folders.client, 'manifest.webmanifest', '{}');
  write(folders.client, 'assets/app-4f3a.js', script);
  write(folders.client, 'assets/app-4f3a.js.br', brotliCompressSync(script));
  write(folders.client, 'assets/app-4f3a.js.gz', gzipSync(script));
  write(folders.docs, 'index.html', '<title>API</title>');
  write(folders.docs, 'openapi.json', '{"openapi":"3.1.1"}');
  write(folders.docs, 'openapi.yaml', 'openapi: 3.1.1');
  write(home, 'secret.txt', 'outside');
  installErrorHandler(app, await serveClient(app, folders));
  await app.listen({ port: 0, host: '127.0.0.1' });
});

beforeEach(() => {
  log.length = 0;
});

afterAll(async () => {
  await app.close();
  rmSync(home, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

describe('the page', () => {
  it.each(['/admin/events', '/admin/events/', '/admin/events/7/blocks', '/auth/login?returnTo=%2F'])(
    'is sent for %s and never cached',
    async (url) => {
      for (const accept of ['*/*', 'text/html,application/xhtml+xml']) {
        const answer = await get(url, { accept });
        expect(answer.statusCode).toBe(200);
        expect(answer.body).toBe(index);
        expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
        expect(answer.headers['cache-control']).toBe('no-cache');
      }
    },
  );

  it.each(['/nowhere', '/admin/events/7', '/admin/events/7/blocks/8', '/auth/login/x', '/authXlogin'])(
    'is sent for %s as a 404: the client has no such page',
    async (url) => {
      const answer = await get(url, { accept: 'text/html' });
      expect([answer.statusCode, answer.body, answer.headers['cache-control']]).toEqual([
        404,
        index,
        'no-cache',
      ]);
    },
  );

  it('is found under capitals too, by a redirect', async () => {
    const { statusCode, headers } = await get('/Admin/Events/7/blocks?Page=2');
    expect([statusCode, headers.location]).toEqual([301, '/admin/events/7/blocks?Page=2']);
    const encoded = await get('/%41dmin/%45vents/%2F%C3%89/blocks');
    expect([encoded.statusCode, encoded.headers.location]).toEqual([301, '/admin/events/%2F%C3%89/blocks']);
    for (const url of ['/Nowhere', '//Admin/events'])
      expect((await get(url, { accept: 'text/html' })).statusCode).toBe(404);
    expect((await get('/admin/events/%2F%C3%89/blocks')).statusCode).toBe(200);
  });

  it.each(['/index.html', '/watch.html'])('has one address, to which %s redirects', async (url) => {
    const { statusCode, headers } = await get(url);
    expect([statusCode, headers.location]).toEqual([301, '/']);
  });

  it.each([
    '/api/v1/nope',
    '/api',
    '/media/hls/x',
    '/assets/app-gone.js',
    '/docs/x',
    '/openapi.xml',
    '/metrics',
    '/robots.php',
  ])('is not sent for %s', async (url) => {
    const answer = await get(url);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([404, 'application/problem+json']);
  });

  it('is sent to a browser as the 404 of a missing file; a script gets the problem', async () => {
    const browser = await get('/robots.php', { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' });
    expect([browser.statusCode, browser.body]).toEqual([404, index]);
    const script = await get('/robots.php', { accept: '*/*' });
    expect([script.statusCode, script.headers['content-type']]).toEqual([404, 'application/problem+json']);
  });

  it('is not sent to a request for something else', async () => {
    expect((await get('/competitions', { accept: 'application/json' })).statusCode).toBe(404);
    expect((await app.inject({ method: 'POST', url: '/competitions' })).statusCode).toBe(404);
  });
});

describe('a file', () => {
  it('with a hash in its name may be cached for ever', async () => {
    const { headers, body } = await get('/assets/app-4f3a.js');
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(headers['content-type']).toMatch(/javascript/);
    expect(body).toBe(script);
  });

  it.each([
    ['br, gzip', 'br'],
    ['gzip', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
  ])('is sent compressed to a client that accepts %s', async (accepted, encoding) => {
    const { headers, rawPayload } = await get('/assets/app-4f3a.js', { 'accept-encoding': accepted });
    expect(headers['content-encoding']).toBe(encoding);
    expect(headers.vary).toMatch(/accept-encoding/i);
    expect(headers['content-type']).toMatch(/javascript/);
    expect(headers['cache-control']).toContain('immutable');
    expect(rawPayload.length).toBeLessThan(script.length);
  });

  it.each(['/service-worker.js', '/offline.html', '/manifest.webmanifest'])(
    '%s is new with each build',
    async (url) => {
      const answer = await get(url, { 'accept-encoding': 'br' });
      expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-cache']);
    },
  );

  it('says what the manifest is (41.1)', async () => {
    expect((await get('/manifest.webmanifest')).headers['content-type']).toMatch(
      /^application\/manifest\+json/,
    );
  });

  it('removes the service worker where the operator wants it (34.8)', async () => {
    const plain = Fastify();
    installErrorHandler(plain, await serveClient(plain, { ...folders, removesWorker: true }));
    const { headers, body } = await plain.inject({ url: '/service-worker.js' });
    expect([headers['cache-control'], headers['content-type']]).toEqual([
      'no-cache',
      'text/javascript; charset=utf-8',
    ]);
    const removed: string[] = [];
    let whenActive: Promise<unknown> | undefined;
    const listeners = new Map<string, (event: object) => void>();
    new Function('addEventListener', 'skipWaiting', 'caches', 'registration', body)(
      (name: string, listener: (event: object) => void) => listeners.set(name, listener),
      () => removed.push('waits no more'),
      {
        keys: async () => ['ringside-shell-1', 'ringside-schedule', 'of-another-app'],
        delete: async (name: string) => removed.push(name),
      },
      { unregister: async () => removed.push('registration') },
    );
    listeners.get('install')?.({});
    listeners.get('activate')?.({
      waitUntil: (done: Promise<unknown>) => {
        whenActive = done;
      },
    });
    await whenActive;
    expect(removed).toEqual(['waits no more', 'ringside-shell-1', 'ringside-schedule', 'registration']);
    expect([...listeners.keys()]).not.toContain('fetch');
  });

  it('without a hash is cached for an hour', async () => {
    const { headers } = await get('/favicon.svg');
    expect(headers['cache-control']).toBe('public, max-age=3600');
  });

  it.each(['/favicon.svg', '/assets/app-4f3a.js', '/docs', '/openapi.json', '/admin/events', '/nowhere'])(
    'is refused without a fault when a range or a condition does not fit it: %s',
    async (url) => {
      const ask = async (headers: Record<string, string>) => {
        const answer = await get(url, { accept: 'text/html', ...headers });
        expect(answer.headers['cache-control']).toBe('no-store');
        return [answer.statusCode, answer.json().type, answer.headers['content-range']];
      };
      const wrongRange = [416, '/problems/range-not-satisfiable', expect.stringMatching(/^bytes \*\/\d+$/)];
      expect(await ask({ range: 'bytes=9999-' })).toEqual(wrongRange);
      expect(await ask({ range: 'bytes=9999-', 'accept-encoding': 'br' })).toEqual(wrongRange);
      const changed = [412, '/problems/precondition-failed', undefined];
      expect(await ask({ 'if-match': '"of an old build"' })).toEqual(changed);
      expect(await ask({ 'if-unmodified-since': 'Mon, 01 Jan 2001 00:00:00 GMT' })).toEqual(changed);
      expect(log).toEqual([]);
    },
  );

  it.each([
    '/assets/',
    '/assets/?v=1',
    '/assets/.',
    '/assets/./',
    '/assets/%2e/',
    '/assets/..%2f',
    '/assets//',
    '/assets/%00',
    '/assets/%2f',
    '/assets/app-4f3a.js/',
    '/assets/gone/',
    '/docs/..%2f',
  ])('is no folder: %s is the same 404 as the folder without a slash', async (url) => {
    for (const accept of ['*/*', 'text/html'])
      for (const coding of ['identity', 'br, gzip']) {
        const headers = { accept, 'accept-encoding': coding };
        const [folder, named] = [await get(url, headers), await get('/assets', headers)];
        expect([folder.statusCode, folder.json().detail]).toEqual([404, named.json().detail]);
        expect(folder.headers).toEqual({
          ...named.headers,
          date: expect.any(String),
          'content-length': expect.any(String),
        });
      }
    expect(log).toEqual([]);
  });

  it.each(['/icons', '/icons/', '/icons/?v=1', '/icons/.', '/icons/..%2f', '/icons/%00'])(
    'is no folder: %s shows a person the 404 page of the client',
    async (url) => {
      for (const coding of ['identity', 'br, gzip']) {
        const { statusCode, body } = await get(url, { accept: 'text/html', 'accept-encoding': coding });
        expect([statusCode, body]).toEqual([404, index]);
        const script = await get(url, { accept: 'image/png', 'accept-encoding': coding });
        expect([script.statusCode, script.json().type]).toEqual([404, '/problems/not-found']);
      }
      expect(log).toEqual([]);
    },
  );

  it.each([
    '/../secret.txt',
    '/assets/../../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/assets/..%5c..%5csecret.txt',
  ])('is never read outside the folder: %s', async (target) => {
    const { port } = app.server.address() as AddressInfo;
    const body = await new Promise<string>((resolve, reject) => {
      // Sends the path unchanged: URL parsers remove dot segments.
      httpRequest({ host: '127.0.0.1', port, path: target, agent: false }, async (answer) => {
        let text = '';
        for await (const part of answer) text += part;
        resolve(text);
      })
        .on('error', reject)
        .end();
    });
    expect(body).not.toContain('outside');
  });
});

describe('the docs', () => {
  it('are a page with its own policy, which allows no other host', async () => {
    const { statusCode, headers, body } = await get('/docs');
    expect([statusCode, body]).toEqual([200, '<title>API</title>']);
    expect(headers['cache-control']).toBe('no-cache');
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; /);
    expect(headers['content-security-policy']).not.toMatch(/https?:/);
  });

  it.each([
    ['/openapi.json', 'json'],
    ['/openapi.yaml', 'yaml'],
  ])('serve the contract at %s to every origin', async (url, type) => {
    const { headers, body } = await get(url);
    expect(headers['content-type']).toContain(type);
    expect(headers['cache-control']).toBe('no-cache');
    expect(headers['access-control-allow-origin']).toBe('*');
    expect(body).toContain('3.1.1');
  });
});

describe('serveClient', () => {
  it('logs the line about its folders once', async () => {
    const lines: string[] = [];
    const plain = Fastify({ logger: { stream: { write: (line: string) => void lines.push(line) } } });
    await serveClient(plain, { ...folders, notice: 'not built from the sources that are here' });
    await plain.ready();
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ level: 40, msg: 'not built from the sources that are here' }),
    ]);
  });

  it('reports that the client is not built', async () => {
    const empty = { client: path.join(home, 'empty'), docs: folders.docs };
    await expect(serveClient(Fastify(), empty)).rejects.toThrow('The web client is not built');
    const half = path.join(home, 'half');
    write(half, 'index.html', index);
    await expect(serveClient(Fastify(), { ...folders, client: half })).rejects.toThrow(
      'not built completely',
    );
  });
});
