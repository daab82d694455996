/** A scripted viewer of a low-latency stream: it loads what hls.js loads, and looks at none of it. */
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { components } from '@ringside/openapi/schema';

type SignedUrl = components['schemas']['SignedUrl'];

export interface LiveScript {
  url: string;
  signedUrl: string;
  headers: Record<string, string>;
}

export type Report = (kind: 'playlist' | 'part' | 'other', status: number, bytes: number) => void;

const [pingEveryMs, signEveryMs] = [20_000, 80_000];

export class LiveViewer {
  readonly #script: LiveScript;
  readonly #report: Report;
  readonly #playlists: Connection;
  readonly #parts: Connection;
  #path = '';
  #session = '';
  #newestPart = '';
  #signedAt = 0;

  constructor(script: LiveScript, report: Report) {
    this.#script = script;
    this.#report = report;
    const { hostname, port } = new URL(script.url);
    this.#playlists = new Connection(hostname, port, { keepsBodies: true });
    this.#parts = new Connection(hostname, port, { keepsBodies: false });
  }

  /** Resolves when it watches; then it goes on until the process ends. */
  async start(): Promise<void> {
    while ((await this.#call('POST', '/api/v1/playback/sessions')).status !== 201) await wait(1_000);
    while (!(await this.#sign())) await wait(1_000);
    setInterval(() => void this.#ping(), pingEveryMs * (0.9 + Math.random() * 0.2));
    void this.#watch();
  }

  async #watch(): Promise<never> {
    let directives = '';
    for (;;) {
      const { status, body } = await this.#playlists.get(`${this.#path}${directives}`);
      this.#report('playlist', status, body.length);
      directives = status === 200 ? this.#read(body.toString('latin1')) : '';
      if (status !== 200) await wait(500);
    }
  }

  /** Loads the parts that are new. @returns how to ask for the next playlist. */
  #read(playlist: string): string {
    let msn = Number(/#EXT-X-MEDIA-SEQUENCE:(\d+)/.exec(playlist)?.[1]);
    let parts: string[] = [];
    let growing = 0;
    for (const line of playlist.split('\n')) {
      if (line.startsWith('#EXTINF')) [msn, growing] = [msn + 1, 0];
      else if (line.startsWith('#EXT-X-PART:')) {
        parts.push(/URI="([^"]+)"/.exec(line)?.[1] ?? '');
        growing += 1;
      }
    }
    const known = parts.indexOf(this.#newestPart);
    parts = known < 0 ? parts.slice(-1) : parts.slice(known + 1);
    for (const part of parts) void this.#load(part);
    this.#newestPart = parts.at(-1) ?? this.#newestPart;
    return `?_HLS_msn=${msn}&_HLS_part=${growing}`;
  }

  async #load(part: string): Promise<void> {
    const { status, length } = await this.#parts.get(part);
    this.#report('part', status, length);
  }

  async #ping(): Promise<void> {
    await this.#call('POST', `/api/v1/playback/sessions/${this.#session}/ping`);
    if (Date.now() - this.#signedAt > signEveryMs - pingEveryMs) await this.#sign();
  }

  async #sign(): Promise<boolean> {
    const { status, body } = await this.#call<SignedUrl>('GET', this.#script.signedUrl);
    if (status !== 200 || body === undefined) return false;
    this.#session = body.playbackSessionId;
    this.#path = new URL(body.url).pathname.replace('/live.m3u8', '/source/live.m3u8');
    this.#signedAt = Date.now();
    return true;
  }

  /** @returns the body where it is one. */
  async #call<Body = never>(method: string, path: string): Promise<{ status: number; body?: Body }> {
    const { url, headers } = this.#script;
    const answer = await fetch(`${url}${path}`, { method, headers }).catch(() => undefined);
    this.#report('other', answer?.status ?? 0, 0);
    const text = (await answer?.text()) ?? '';
    const status = answer?.status ?? 0;
    return answer?.ok && text.startsWith('{') ? { status, body: JSON.parse(text) as Body } : { status };
  }
}

interface Answer {
  status: number;
  body: Buffer;
  /** Of the body, also where it is counted and not kept. */
  length: number;
}

/** Requests one after the other on one socket, with as little work as possible for each. */
class Connection {
  readonly #socket: Socket;
  readonly #keepsBodies: boolean;
  readonly #waiting: Array<(answer: Answer) => void> = [];
  #head: Buffer = Buffer.alloc(0);
  #answer: Answer | undefined;
  #left = 0;
  #isLost = false;

  constructor(host: string, port: string, { keepsBodies }: { keepsBodies: boolean }) {
    this.#keepsBodies = keepsBodies;
    this.#socket = connect(Number(port), host).setNoDelay();
    this.#socket.on('data', (bytes: Buffer) => this.#take(bytes));
    this.#socket.on('error', () => {});
    this.#socket.on('close', () => {
      this.#isLost = true;
      for (const tell of this.#waiting.splice(0)) tell(lost);
    });
  }

  get(path: string): Promise<Answer> {
    if (this.#isLost) return Promise.resolve(lost);
    this.#socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`);
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #take(bytes: Buffer) {
    let rest = bytes;
    while (rest.length > 0) rest = this.#answer === undefined ? this.#takeHead(rest) : this.#takeBody(rest);
  }

  #takeHead(bytes: Buffer): Buffer {
    this.#head = this.#head.length === 0 ? bytes : Buffer.concat([this.#head, bytes]);
    const end = this.#head.indexOf('\r\n\r\n');
    if (end < 0) return Buffer.alloc(0);
    const head = this.#head.toString('latin1', 0, end);
    const rest = this.#head.subarray(end + 4);
    this.#head = Buffer.alloc(0);
    this.#left = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
    this.#answer = { status: Number(head.slice(9, 12)), body: Buffer.alloc(0), length: this.#left };
    return this.#takeBody(rest);
  }

  #takeBody(bytes: Buffer): Buffer {
    const answer = this.#answer as Answer;
    const taken = bytes.subarray(0, this.#left);
    if (this.#keepsBodies) answer.body = Buffer.concat([answer.body, taken]);
    this.#left -= taken.length;
    if (this.#left === 0) {
      this.#answer = undefined;
      this.#waiting.shift()?.(answer);
    }
    return bytes.subarray(taken.length);
  }
}

const lost: Answer = { status: 0, body: Buffer.alloc(0), length: 0 };
