import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createRelayClient, RelayAway } from './relay-client.ts';

const asked: string[] = [];
const server = createServer((request, response) => {
  const path = request.url ?? '';
  asked.push(path);
  if (path.includes('/moved/')) response.writeHead(302, { location: '/elsewhere' }).end();
  else if (path.includes('/missing/')) response.writeHead(404).end();
  else if (path.includes('/other/')) response.writeHead(403).end();
  else if (path.includes('/endless/')) {
    const chunk = Buffer.alloc(1024 * 1024);
    const write = () => {
      while (!response.destroyed && response.write(chunk));
    };
    response.on('drain', write).writeHead(200);
    write();
  } else if (!path.includes('/silent/')) response.writeHead(200, { etag: '"e"' }).end('bytes');
});
let serverUrl = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  serverUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const relay = createRelayClient({ signingKey: Buffer.alloc(32, 1), now: () => Date.UTC(2026, 10, 22) });
const ask = (rung: string, url = serverUrl) =>
  relay({ serverId: 'server', serverUrl: url }, 'video', { kind: 'list', rung, name: 'live' });

it('brings the bytes, or nothing where the owner has nothing', async () => {
  expect(await ask('source')).toEqual({ bytes: Buffer.from('bytes'), etag: '"e"' });
  expect(await ask('missing')).toBeUndefined();
  expect(asked.at(-1)).toMatch(/^\/media\/relay\/[\w-]{43}\/\d+\/server\/video\/list\/missing\/live$/);
});

it.each(['moved', 'other', 'endless', 'silent'])('gives up on an owner that is %s', async (kind) => {
  await expect(ask(kind)).rejects.toBeInstanceOf(RelayAway);
  expect(asked).not.toContain('/elsewhere');
});

it.each(['file:///etc/passwd', 'ftp://127.0.0.1/', 'data:text/plain,x', 'javascript:0', 'no address'])(
  'does not call %s',
  async (url) => {
    const before = asked.length;
    await expect(ask('source', url)).rejects.toBeInstanceOf(RelayAway);
    expect(asked).toHaveLength(before);
  },
);

it('goes to the origin of the address alone, and sends no password of it', async () => {
  const before = asked.length;
  await ask('source', serverUrl.replace('//', '//user:password@').concat('/somewhere?else'));
  expect(asked.slice(before)).toEqual([expect.stringMatching(/^\/media\/relay\//)]);
});
