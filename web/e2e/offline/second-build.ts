/**
 * A proxy before the server that can put another build in the place of the client: the same files, all under other names,
 * as after a change. Those of the first build are gone then, as on a server that was updated.
 */
import { readdirSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';

const mark = '.second';
const text = /^(?:text\/(?:html|css|javascript)|application\/javascript)/;

export interface SecondBuild extends AsyncDisposable {
  url: string;
  /** From now on the second build is served; `isBroken`: one of its files is missing. */
  deploy(options?: { isBroken?: boolean }): void;
  /** As before. */
  rollBack(): void;
}

export async function startSecondBuild(target = 'http://localhost'): Promise<SecondBuild> {
  let isDeployed = false;
  let isBroken = false;
  const renamed = renaming();

  const proxy = createServer((asked, answer) => {
    const path = asked.url ?? '/';
    const isHashed = /^\/assets\/.*\.(?:js|css)$/.test(path);
    const isGone = isHashed && path.includes(mark) !== isDeployed;
    const isMissing = isBroken && isDeployed && /\/app-.*\.js$/.test(path);
    if (isGone || isMissing) return void answer.writeHead(404).end();
    forward(asked, answer, path.replace(mark, ''), isDeployed);
  });

  /** `isSecond`: what was asked for before `deploy` stays of the first build, also when it comes later. */
  function forward(asked: IncomingMessage, answer: ServerResponse, path: string, isSecond: boolean) {
    const headers = { ...asked.headers, 'accept-encoding': 'identity' };
    // To the server behind, both builds are the same files.
    delete headers['if-none-match'];
    delete headers['if-modified-since'];
    const forwarded = request(new URL(path, target), { method: asked.method, headers }, (response) => {
      const { statusCode = 502, headers: answered } = response;
      if (!isSecond || !text.test(answered['content-type'] ?? '')) {
        answer.writeHead(statusCode, answered);
        return void response.pipe(answer);
      }
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => {
        const body = renamed(Buffer.concat(parts).toString());
        answer.writeHead(statusCode, { ...answered, 'content-length': Buffer.byteLength(body) }).end(body);
      });
    });
    forwarded.on('error', () => answer.destroy());
    answer.on('close', () => forwarded.destroy());
    asked.pipe(forwarded);
  }

  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://localhost:${(proxy.address() as AddressInfo).port}`,
    deploy(options = {}) {
      isDeployed = true;
      isBroken = options.isBroken ?? false;
    },
    rollBack() {
      isDeployed = false;
    },
    async [Symbol.asyncDispose]() {
      proxy.closeAllConnections();
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
}

/** Gives each script and style of the build its other name, and the worker another version. */
function renaming() {
  const folder = fileURLToPath(new URL('../../dist/assets', import.meta.url));
  const names = readdirSync(folder).filter((name) => /\.(?:js|css)$/.test(name));
  const escaped = names.map((name) => name.replaceAll('.', '\\.'));
  const all = new RegExp(`\\b(${escaped.join('|')})`, 'g');
  return (body: string) =>
    body
      .replaceAll(all, (name) => name.replace(/\.(?=\w+$)/, `${mark}.`))
      .replace(/(version:[`"'])\w{12}/, '$1second');
}
