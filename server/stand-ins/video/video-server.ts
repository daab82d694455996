/** What the stand-ins of video providers share: their videos, a server on loopback, playlists, and faults on request. */
import { createHmac, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Policy = 'signed' | 'public';

export interface Video {
  type: 'asset' | 'live_stream';
  id: string;
  /** What viewers' addresses name it by. */
  playbackId: string;
  policy: Policy;
  /** Of a live stream: since when it broadcasts; undefined: it is idle. */
  activeSince: number | undefined;
  /** Of a live stream: whether it takes an encoder. */
  isEnabled: boolean;
  streamKey: string;
  /** Of a live stream: what its broadcasts left. */
  recordings: Video[];
  /** Of an asset. */
  status: 'preparing' | 'ready' | 'errored';
  createdAt: number;
  duration: number;
}

export interface Call {
  request: IncomingMessage;
  response: ServerResponse;
  url: URL;
  /** The parsed body; undefined without one. */
  body: unknown;
}

const segmentSeconds = 5;
const assetSegments = 6;
const listed = 6;
const heights = [720, 360];

export class VideoServer {
  readonly videos: Video[] = [];
  /** Method and path of each call so far. */
  readonly calls: string[] = [];
  readonly #now: () => number;
  readonly #newId: () => string;
  readonly #secret = randomBytes(32);
  readonly #server = createServer((request, response) => void this.#answer(request, response));
  #handle: (call: Call) => void | Promise<void> = ({ response }) => void response.writeHead(404).end();
  #failure: number | undefined;
  #limited = { calls: 0, seconds: 0 };
  #change = (playlist: string) => playlist;

  /** @param now milliseconds since 1970. @param idBytes how long ids are. */
  constructor(now: () => number, idBytes: number) {
    this.#now = now;
    this.#newId = () => randomBytes(idBytes).toString('hex');
  }

  /** @returns the origin. */
  async listen(handle: (call: Call) => void | Promise<void>): Promise<string> {
    this.#handle = handle;
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  find(type: Video['type'], id: string | undefined): Video | undefined {
    return this.videos.find((video) => video.type === type && video.id === id);
  }

  /** @param sameId names the video by its id in viewers' addresses as well. */
  add(type: Video['type'], policy: Policy, { sameId = false } = {}): Video {
    const id = this.#newId();
    const video: Video = {
      type,
      policy,
      id,
      playbackId: sameId ? id : this.#newId(),
      activeSince: undefined,
      recordings: [],
      isEnabled: true,
      streamKey: this.#newId(),
      status: 'ready',
      createdAt: this.#now(),
      duration: assetSegments * segmentSeconds,
    };
    this.videos.push(video);
    return video;
  }

  remove(video: Video): void {
    this.videos.splice(this.videos.indexOf(video), 1);
  }

  resetKey(video: Video): void {
    video.streamKey = this.#newId();
  }

  /** An encoder arrives. @returns false: its key opens nothing. */
  publish(streamKey: string): boolean {
    const video = this.videos.find((each) => each.type === 'live_stream' && each.streamKey === streamKey);
    if (!video?.isEnabled) return false;
    this.startBroadcast(video);
    return true;
  }

  startBroadcast(video: Video): void {
    video.activeSince = this.#now();
  }

  /** Its recording is being prepared, until `finish`. @returns the asset. */
  endBroadcast(video: Video): Video {
    const createdAt = video.activeSince ?? this.#now();
    const asset = this.add('asset', video.policy, { sameId: video.playbackId === video.id });
    Object.assign(asset, { createdAt, status: 'preparing', duration: (this.#now() - createdAt) / 1000 });
    video.activeSince = undefined;
    video.recordings.push(asset);
    return asset;
  }

  finish(asset: Video, status: 'ready' | 'errored' = 'ready'): void {
    asset.status = status;
  }

  /** Answers every request with this status from now on; undefined ends this. */
  failWith(status: number | undefined): void {
    this.#failure = status;
  }

  /** Answers the next calls with 429 and asks for a pause. */
  limit(calls: number, seconds: number): void {
    this.#limited = { calls, seconds };
  }

  /** Changes each playlist before it is sent. */
  tamper(change: (playlist: string) => string): void {
    this.#change = change;
  }

  /** @param addressOf the address of the media playlist. */
  sendMaster(response: ServerResponse, addressOf: (height: number) => string): void {
    const rungs = heights.flatMap((height) => [
      `#EXT-X-STREAM-INF:BANDWIDTH=${height * 3_000},AVERAGE-BANDWIDTH=${height * 3_000},CODECS="mp4a.40.2,avc1.640020",` +
        `RESOLUTION=${(height * 16) / 9}x${height},CLOSED-CAPTIONS=NONE`,
      addressOf(height),
    ]);
    this.#sendPlaylist(response, [
      '#EXTM3U',
      '#EXT-X-VERSION:5',
      '#EXT-X-INDEPENDENT-SEGMENTS',
      '',
      ...rungs,
    ]);
  }

  /** @param addressOf the address of a segment by its number. */
  sendList(
    response: ServerResponse,
    { type, activeSince }: Video,
    addressOf: (number: number) => string,
  ): void {
    const isLive = type === 'live_stream';
    const elapsed = (this.#now() - (activeSince ?? 0)) / 1000;
    const count = isLive ? Math.floor(elapsed / segmentSeconds) : assetSegments;
    const first = isLive ? Math.max(0, count - listed) : 0;
    const segments = Array.from({ length: count - first }, (_, index) => [
      `#EXTINF:${segmentSeconds},`,
      addressOf(first + index),
    ]);
    this.#sendPlaylist(response, [
      '#EXTM3U',
      '#EXT-X-VERSION:3',
      `#EXT-X-TARGETDURATION:${segmentSeconds}`,
      ...(isLive
        ? [`#EXT-X-MEDIA-SEQUENCE:${first}`, '#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=3']
        : ['#EXT-X-PLAYLIST-TYPE:VOD']),
      ...segments.flat(),
      ...(isLive ? ['#EXT-X-PRELOAD-HINT:TYPE=PART,URI="part.ts"'] : ['#EXT-X-ENDLIST']),
    ]);
  }

  /** Text instead of a picture: it says which segment of which video it is. */
  sendSegment(response: ServerResponse, { playbackId }: Video, height: string, file: string): void {
    response.writeHead(200, { 'content-type': 'video/mp2t', 'access-control-allow-origin': '*' });
    response.end(`${playbackId} ${height} ${file}`);
  }

  /** A path with an expiry and a signature. @param expires Unix seconds. */
  signed(path: string, expires: number): string {
    const seconds = String(Math.floor(expires));
    return `${path}?expires=${seconds}&skid=default&signature=${this.#signatureOf(path, seconds)}`;
  }

  isSigned({ pathname, searchParams }: URL): boolean {
    const expires = searchParams.get('expires') ?? '';
    const isGenuine = searchParams.get('signature') === this.#signatureOf(pathname, expires);
    return isGenuine && Number(expires) > this.#now() / 1000;
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeAllConnections();
    });
  }

  #signatureOf(path: string, expires: string): string {
    return createHmac('sha256', this.#secret).update(`${path} ${expires}`).digest('hex');
  }

  #sendPlaylist(response: ServerResponse, lines: string[]): void {
    response.writeHead(200, { 'content-type': 'application/x-mpegURL', 'access-control-allow-origin': '*' });
    response.end(this.#change(`${lines.join('\n')}\n`));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://stand-in');
    this.calls.push(`${request.method} ${url.pathname}`);
    if (this.#failure !== undefined) return void response.writeHead(this.#failure).end();
    if (this.#limited.calls > 0) {
      this.#limited.calls -= 1;
      return void response.writeHead(429, { 'retry-after': String(this.#limited.seconds) }).end();
    }
    const text = Buffer.concat(await Array.fromAsync<Buffer>(request)).toString();
    await this.#handle({ request, response, url, body: text === '' ? undefined : JSON.parse(text) });
  }
}

/** Status and JSON; without JSON the body is empty. */
export type Answer = [status: number, body: unknown];

export function sendJson(response: ServerResponse, ...[status, body]: Answer): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(body === undefined ? '' : JSON.stringify(body));
}
