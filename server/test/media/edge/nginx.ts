/** Starts the nginx of this machine on loopback with the configuration of the documentation, in a folder of its own. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { Agent, request } from 'node:https';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const documented = fileURLToPath(new URL('../../../../docs/nginx.conf', import.meta.url));
export const site = 'ringside.example';

export interface EdgeAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** From the first byte sent to the last one received. */
  ms: number;
}

export interface Edge extends AsyncDisposable {
  /** The https port. */
  port: number;
  httpPort: number;
  ca: Buffer;
  /** @param from the client's address, of 127.0.0.0/8. */
  call(
    target: string,
    options?: { method?: string; headers?: Record<string, string>; body?: string; from?: string },
  ): Promise<EdgeAnswer>;
}

/** For JSON too, as many operators set it. nginx makes each `ETag` weak then. */
export const compressing = [
  'gzip on;',
  'gzip_types application/json;',
  'gzip_proxied any;',
  'gzip_min_length 1;',
];

/**
 * @param originPort of the server behind it.
 * @param settings more of them, for every answer.
 * @param host what the site is called; a browser finds `localhost` without help.
 */
export async function startEdge(originPort: number, settings: string[] = [], host = site): Promise<Edge> {
  const folder = await mkdtemp(path.join(tmpdir(), 'ringside-edge-'));
  const [port, httpPort] = await Promise.all([freePort(), freePort()]);
  const [key, certificate] = [path.join(folder, 'key.pem'), path.join(folder, 'certificate.pem')];
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-days',
      '2',
      '-subj',
      `/CN=${host}`,
      '-addext',
      `subjectAltName=DNS:${host}`,
      '-keyout',
      key,
      '-out',
      certificate,
    ],
    { stdio: 'ignore' },
  );
  const conf = await adapted({
    '127.0.0.1:3000': `127.0.0.1:${originPort}`,
    'listen 80;': `listen 127.0.0.1:${httpPort};`,
    'listen 443 ': `listen 127.0.0.1:${port} `,
    '/etc/ssl/ringside/fullchain.pem': certificate,
    '/etc/ssl/ringside/privkey.pem': key,
    '/var/cache/nginx/ringside ': `${folder}/cache `,
    [site]: host,
    '/var/cache/nginx/ringside-checks ': `${folder}/checks `,
  });
  const scratch = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  await mkdir(path.join(folder, 'scratch'));
  await writeFile(path.join(folder, 'ringside.conf'), conf);
  await writeFile(
    path.join(folder, 'nginx.conf'),
    [
      // Its workers leave root, and then could not write into the folder.
      ...(process.getuid?.() === 0 ? ['user root;'] : []),
      'daemon off;',
      'worker_processes 2;',
      `pid ${folder}/nginx.pid;`,
      'error_log stderr warn;',
      'events { worker_connections 4096; }',
      'http {',
      '  access_log off;',
      ...settings.map((setting) => `  ${setting}`),
      ...scratch.map((name) => `  ${name}_temp_path ${folder}/scratch/${name};`),
      `  include ${folder}/ringside.conf;`,
      '}',
    ].join('\n'),
  );
  const child = spawn('nginx', ['-p', folder, '-e', 'stderr', '-c', path.join(folder, 'nginx.conf')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (data) => {
    errors += data;
  });
  const ended = once(child, 'close');
  const ca = await readFile(certificate);
  // As a browser does, a viewer keeps a connection.
  const agents = new Map<string, Agent>();
  const agentOf = (from: string) => {
    const known =
      agents.get(from) ?? new Agent({ keepAlive: true, localAddress: from, servername: host, ca });
    agents.set(from, known);
    return known;
  };
  const call: Edge['call'] = (
    target,
    { method = 'GET', headers = {}, body: sentBody, from = '127.0.0.1' } = {},
  ) =>
    new Promise((resolve, reject) => {
      const startedMs = performance.now();
      const sent = request({
        host: '127.0.0.1',
        port,
        method,
        path: target,
        agent: agentOf(from),
        headers: { host, ...headers },
      });
      sent.once('error', reject).once('response', async (answer) => {
        const parts = await answer.toArray().catch(reject);
        const { statusCode: status = 0, headers: received } = answer;
        const body = Buffer.concat(parts ?? []);
        resolve({ status, headers: received, body, ms: performance.now() - startedMs });
      });
      sent.end(sentBody);
    });
  while (!(await isReady(call))) {
    if (child.exitCode !== null) throw new Error(`nginx did not start:\n${errors}`);
    await wait(20);
  }
  return {
    port,
    httpPort,
    ca,
    call,
    async [Symbol.asyncDispose]() {
      for (const agent of agents.values()) agent.destroy();
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const isReady = (call: Edge['call']) =>
  call('/metrics').then(
    () => true,
    () => false,
  );

/** The documented configuration with other addresses and folders, all of which it must have. */
async function adapted(replacements: Record<string, string>): Promise<string> {
  let conf = await readFile(documented, 'utf8');
  for (const [from, to] of Object.entries(replacements)) {
    if (!conf.includes(from)) throw new Error(`docs/nginx.conf has no "${from}" any more`);
    conf = conf.replaceAll(from, to);
  }
  return conf;
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
