/** A server of its own with the demo, an organiser's account, and a browser with two viewers. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Browser, type BrowserContext, chromium } from '@playwright/test';
import type { components } from '@ringside/openapi/schema';
import { browserArguments } from '../e2e/browser.ts';
import { startDemoServer } from '../e2e/servers/demo-server.ts';
import { Viewer } from './viewer.ts';

const password = 'Ringside-demo-1!';
const [organiser, viewer] = ['admin', 'viewer'].map((name) => ({ email: `${name}@ringside.test`, password }));
const signIn = '/api/v1/identity/auth/credentials/login';
/** The token lives for longer. */
const tokenMs = 5 * 60_000;
const partBytes = 4 * 1024 * 1024;

export type IngestState = components['schemas']['Ingest'];

export interface Stream {
  page: string;
  /** The path of its operations. */
  api: string;
  url: string;
  key: string;
  srt: string | null;
}

export interface FilmOutcome extends Pick<Stream, 'page' | 'api'> {
  state: string;
  problem: string | null;
  seconds: number | null;
}

export class Stage implements AsyncDisposable {
  readonly #server: Awaited<ReturnType<typeof startDemoServer>>;
  readonly #browser: Browser;
  readonly #contexts: BrowserContext[];
  #token: { value: string; until: number } | undefined;
  #streams = 0;

  private constructor(
    server: Awaited<ReturnType<typeof startDemoServer>>,
    browser: Browser,
    contexts: BrowserContext[],
  ) {
    this.#server = server;
    this.#browser = browser;
    this.#contexts = contexts;
  }

  /** @param settings further variables of the server's environment. */
  static async open(settings: Record<string, string> = {}): Promise<Stage> {
    const server = await startDemoServer({ RTMP_PORT: '0', ...settings });
    const browser = await chromium.launch({
      executablePath: process.env.CHROMIUM_PATH,
      args: browserArguments,
    });
    const contexts = await Promise.all(
      [0, 1].map(async () => {
        const context = await browser.newContext({
          baseURL: server.url,
          viewport: { width: 900, height: 700 },
        });
        const answer = await context.request.post(signIn, { data: viewer });
        if (!answer.ok()) throw new Error(`The sign-in was refused: ${answer.status()}`);
        return context;
      }),
    );
    return new Stage(server, browser, contexts);
  }

  async [Symbol.asyncDispose]() {
    await this.#browser.close();
    await this.#server[Symbol.asyncDispose]();
  }

  async call<Answer>(method: string, address: string, body?: object | Buffer): Promise<Answer> {
    const isBytes = Buffer.isBuffer(body);
    const type = isBytes ? 'application/octet-stream' : 'application/json';
    const answer = await fetch(this.#server.url + address, {
      method,
      headers: {
        authorization: `Bearer ${await this.#accessToken()}`,
        ...(body ? { 'content-type': type } : {}),
      },
      body: body === undefined ? null : isBytes ? new Uint8Array(body) : JSON.stringify(body),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${address}: ${answer.status} ${text.slice(0, 300)}`);
    return text && JSON.parse(text);
  }

  async #accessToken(): Promise<string> {
    if (this.#token && this.#token.until > performance.now()) return this.#token.value;
    const answer = await fetch(`${this.#server.url}${signIn}?includeTokens=true`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(organiser),
    });
    if (!answer.ok) throw new Error(`The sign-in was refused: ${answer.status}`);
    const { tokens } = (await answer.json()) as { tokens: { accessToken: { value: string } } };
    this.#token = { value: tokens.accessToken.value, until: performance.now() + tokenMs };
    return this.#token.value;
  }

  /** A public event that everybody may watch, with one stream. */
  async newStream(hasIngest = true): Promise<Stream> {
    this.#streams += 1;
    const slug = `case-${this.#streams}`;
    const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
    const location = { name: 'Hall', address: null, cityName: 'Ghent', countryName: null };
    const dates = { startDate: at(-1), endDate: at(5), location };
    const event = await this.call<{ id: string }>('POST', '/api/v1/events', {
      ...dates,
      name: `Case ${this.#streams}`,
      slug,
      timezone: 'Europe/Amsterdam',
      status: 'public',
    });
    const block = { name: 'Card', slug: 'card', ...dates };
    const { id } = await this.call<{ id: string }>('POST', `/api/v1/events/${event.id}/blocks`, block);
    const streams = `/api/v1/events/${event.id}/blocks/${id}/live-streams`;
    const camera = { name: 'Camera', videoId: 'demo', status: 'active', weight: 1 };
    const stream = await this.call<{ id: string }>('POST', streams, camera);
    const api = `${streams}/${stream.id}`;
    type Key = components['schemas']['StreamKey'];
    const ingest = hasIngest ? await this.call<Key>('POST', `${api}/ingest`) : undefined;
    return {
      page: `/competitions/${slug}/card`,
      api,
      url: ingest?.rtmpUrl ?? '',
      key: ingest?.streamKey ?? '',
      srt: ingest?.srtUrl ?? null,
    };
  }

  state(stream: Pick<Stream, 'api'>): Promise<IngestState> {
    return this.call('GET', `${stream.api}/ingest`);
  }

  async end(stream: Pick<Stream, 'api'>): Promise<void> {
    await this.call('POST', `${stream.api}/ingest/end`);
  }

  /** Uploads a film as the replay of a stream of its own. */
  async film(file: string): Promise<FilmOutcome> {
    const { api, page } = await this.newStream(false);
    const bytes = readFileSync(file);
    const upload = { fileName: path.basename(file), size: bytes.length };
    const { id } = await this.call<{ id: string }>('POST', `${api}/films`, upload);
    for (let at = 0; at < bytes.length; at += partBytes)
      await this.call('PATCH', `${api}/films/${id}?offset=${at}`, bytes.subarray(at, at + partBytes));
    for (;;) {
      const { data } = await this.call<{ data: FilmOutcome[] }>('GET', `${api}/films`);
      const [film] = data;
      if (film?.state === 'ready' || film?.state === 'failed')
        return { page, api, state: film.state, problem: film.problem, seconds: film.seconds };
      await wait(200);
    }
  }

  /** The address of the media playlist, as a viewer gets it. */
  async playlist(stream: Pick<Stream, 'api'>): Promise<{ address: string; text: string }> {
    // This device watches something else now.
    await this.call('POST', '/api/v1/playback/sessions');
    const watch = stream.api.replace('/events/', '/kickboxing/competitions/');
    const { url } = await this.call<{ url: string }>('GET', `${watch}/signed-url`);
    const master = await (await fetch(url)).text();
    const first = master.split('\n').find((line) => line && !line.startsWith('#')) ?? '';
    const address = new URL(first, url).href;
    return { address, text: await (await fetch(address)).text() };
  }

  /** Opens the page of a stream. @param seat of two devices, which is what an account may watch on. */
  watch(stream: Pick<Stream, 'page'>, seat: 0 | 1): Promise<Viewer> {
    return Viewer.open(this.#contexts[seat] as BrowserContext, stream.page);
  }
}
