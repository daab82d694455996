/** A scripted viewer on one connection: what the web client sends while somebody watches, without the segments. */
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

export interface ViewerScript {
  host: string;
  port: number;
  signedUrlPath: string;
  accessToken: string;
  refreshToken: string;
  /** When the access token expires; milliseconds since 1970. */
  tokenEnds: number;
  playlistEveryMs: number;
}

/** Called with the milliseconds from the moment when the request was due. */
export type Report = (kind: 'ping' | 'playlist' | 'other', status: number, ms: number) => void;

const pingEveryMs = 20_000;
const renewEveryMs = 80_000;
const refreshBelowMs = 30_000;

export class Viewer {
  readonly #script: ViewerScript;
  readonly #report: Report;
  readonly #socket: Socket;
  readonly #waiting: Array<(answer: { status: number; body: string }) => void> = [];
  #received = '';
  #leaseId = '';
  #playlist = '';
  /** The first address is as old as those of people who have watched for a while. */
  #renewAt = Date.now() + Math.random() * renewEveryMs;

  constructor(script: ViewerScript, report: Report) {
    this.#script = script;
    this.#report = report;
    this.#socket = connect(script.port, script.host).setEncoding('latin1').setNoDelay();
    this.#socket.on('data', (part: string) => this.#read(part));
    this.#socket.on('error', () => report('other', 0, 0));
  }

  async start(): Promise<void> {
    // As people do who are told to try again.
    while ((await this.#call('other', 'POST', '/api/v1/playback/sessions')).status !== 201) await wait(1_000);
    while (!(await this.#sign())) await wait(1_000);
    this.#repeat(() => this.#script.playlistEveryMs, this.#loadPlaylist);
    this.#repeat(() => pingEveryMs * (0.9 + Math.random() * 0.2), this.#ping);
  }

  #loadPlaylist = (dueAt: number) => this.#call('playlist', 'GET', this.#playlist, { dueAt });

  #ping = async (dueAt: number) => {
    if (this.#script.tokenEnds - Date.now() < refreshBelowMs) await this.#refresh();
    await this.#call('ping', 'POST', `/api/v1/playback/sessions/${this.#leaseId}/ping`, { dueAt });
    if (Date.now() >= this.#renewAt) await this.#sign();
  };

  /** @returns whether there was an answer; without one the next ping tries again. */
  async #sign(): Promise<boolean> {
    const isFirst = this.#playlist === '';
    const { status, body } = await this.#call('other', 'GET', this.#script.signedUrlPath);
    if (status !== 200) return false;
    const { url, playbackSessionId } = JSON.parse(body);
    this.#leaseId = playbackSessionId;
    this.#playlist = new URL(url).pathname.replace('/live.m3u8', '/360p/live.m3u8');
    if (!isFirst) this.#renewAt = Date.now() + renewEveryMs - pingEveryMs / 2;
    return true;
  }

  async #refresh(): Promise<void> {
    const { status, body } = await this.#call('other', 'POST', '/api/v1/identity/auth/token/refresh', {
      json: JSON.stringify({ refreshToken: this.#script.refreshToken }),
    });
    if (status !== 200) return;
    const { accessToken, refreshToken } = JSON.parse(body);
    this.#script.accessToken = accessToken.value;
    this.#script.tokenEnds = Date.parse(accessToken.expiresAt);
    this.#script.refreshToken = refreshToken.value;
  }

  #repeat(everyMs: () => number, act: (dueAt: number) => Promise<unknown>): void {
    let dueAt = performance.now() + Math.random() * everyMs();
    const next = () => {
      void act(dueAt);
      dueAt += everyMs();
      setTimeout(next, Math.max(0, dueAt - performance.now()));
    };
    setTimeout(next, dueAt - performance.now());
  }

  #call(
    kind: 'ping' | 'playlist' | 'other',
    method: string,
    path: string,
    { dueAt = performance.now(), json = '' } = {},
  ): Promise<{ status: number; body: string }> {
    const { host, accessToken } = this.#script;
    const authorization = path.startsWith('/media') ? '' : `authorization: Bearer ${accessToken}\r\n`;
    const type = json === '' ? '' : 'content-type: application/json\r\n';
    const length = method === 'POST' ? `content-length: ${json.length}\r\n` : '';
    this.#socket.write(
      `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\n${authorization}${type}${length}\r\n${json}`,
    );
    return new Promise((resolve) =>
      this.#waiting.push((answer) => {
        this.#report(kind, answer.status, performance.now() - dueAt);
        resolve(answer);
      }),
    );
  }

  /** Answers arrive in the order of the requests. */
  #read(part: string): void {
    this.#received += part;
    for (;;) {
      const headEnd = this.#received.indexOf('\r\n\r\n');
      if (headEnd < 0) return;
      const head = this.#received.slice(0, headEnd);
      const end = headEnd + 4 + Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
      if (this.#received.length < end) return;
      const body = this.#received.slice(headEnd + 4, end);
      this.#received = this.#received.slice(end);
      this.#waiting.shift()?.({ status: Number(head.slice(9, 12)), body });
    }
  }
}
