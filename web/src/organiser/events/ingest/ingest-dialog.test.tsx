import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeApiServer, problemBody } from '../../../test/api-server.ts';
import { renderRoutes } from '../../../test/render.tsx';
import { signIn, signOut } from '../../../test/session-cookies.ts';
import type { Ingest } from './ingest.queries.ts';
import { IngestDialog } from './ingest-dialog.tsx';

const server = fakeApiServer();
const ingestPath = '/api/v1/events/{eventId}/blocks/{blockId}/live-streams/{liveStreamId}/ingest';
const filmsPath = '/api/v1/events/{eventId}/blocks/{blockId}/live-streams/{liveStreamId}/films';
const key = { rtmpUrl: 'rtmp://ringside.test/live', srtUrl: null, streamKey: 'the-secret-key' };

const idle: Ingest = {
  rtmpUrl: key.rtmpUrl,
  srtUrl: null,
  provider: null,
  state: 'idle',
  since: '2030-01-19T18:00:00+00:00',
  keyCreatedAt: '2030-01-19T18:00:00+00:00',
  startedAt: null,
  lastFrameAt: null,
  endedAt: null,
  health: null,
  history: null,
  recording: { seconds: 0, bytes: 0, isFailing: false, problem: null },
  trim: null,
  film: null,
  warnings: [],
  encoderNetwork: null,
  isEncoderKept: false,
  attempts: [],
};
const live: Ingest = {
  ...idle,
  state: 'live',
  startedAt: '2030-01-19T18:05:00+00:00',
  recording: { seconds: 125, bytes: 80_000_000, isFailing: false, problem: null },
  warnings: ['key-frames-rare', 'no-audio'],
  health: {
    bitsPerSecond: 4_620_000,
    framesPerSecond: 29.9,
    declaredFramesPerSecond: 30,
    keyFrameSeconds: 8.3,
    behindSeconds: -0.2,
    jumps: 0,
    reconnects: 1,
    packetsLost: null,
    packetsMissing: null,
    width: 1920,
    height: 1080,
    codecs: 'avc1.640028',
    hasAudio: false,
    encoder: 'libobs',
    refusedCodec: null,
  },
};

beforeEach(() => {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
  signIn({ permissions: ['event:read', 'event:update'] });
});
afterEach(() => signOut());

function open(ingest: Ingest | 'none') {
  server.on('get', filmsPath, { status: 200, body: { data: [] } });
  answer(ingest);
  const path = { eventId: 'event-1', blockId: 'block-1', liveStreamId: 'stream-1' };
  renderRoutes([{ path: '/', element: <IngestDialog path={path} name="Ring camera" /> }], '/');
}

function answer(ingest: Ingest | 'none') {
  if (ingest === 'none') server.on('get', ingestPath, { status: 404, body: problemBody({ status: 404 }) });
  else server.on('get', ingestPath, { status: 200, body: ingest });
}

const refused: Ingest['attempts'][number] = {
  at: '2030-01-19T19:00:00+00:00',
  count: 12,
  network: '198.51.100.0/24',
  protocol: 'rtmp',
  program: null,
  refusal: 'key-in-use',
  detail: null,
};
const button = (name: string) => screen.findByRole('button', { name });
async function agree() {
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Continue' }));
}

describe('live ingest of a stream', () => {
  it('is set up with one press, and shows address and key to copy, this once', async () => {
    open('none');
    server.on('post', ingestPath, () => {
      answer(idle);
      return { status: 201, body: key };
    });
    await userEvent.click(await button('Go live with an encoder'));
    const card = await screen.findByRole('region', { name: 'Address and key' });
    expect(within(card).getByText('the-secret-key')).toBeTruthy();
    expect(within(card).getByText('rtmp://ringside.test/live')).toBeTruthy();
    const user = userEvent.setup();
    await user.click(within(card).getByRole('button', { name: 'Copy the stream key' }));
    expect(await within(card).findByText('Copied')).toBeTruthy();
    expect(await navigator.clipboard.readText()).toBe('the-secret-key');
    expect(within(card).getByText(/keyframe interval 2 s/)).toBeTruthy();
    expect(await screen.findByText(/No encoder is connected/)).toBeTruthy();
  });

  it('shows the address for SRT with its passphrase once, where the server takes it', async () => {
    open('none');
    const address = 'srt://ringside.test:9710?streamid=ring';
    server.on('post', ingestPath, () => {
      answer({ ...idle, srtUrl: address });
      return { status: 201, body: { ...key, srtUrl: `${address}&passphrase=the-secret-phrase` } };
    });
    await userEvent.click(await button('Go live with an encoder'));
    const card = await screen.findByRole('region', { name: 'Address and key' });
    const user = userEvent.setup();
    await user.click(within(card).getByRole('button', { name: 'Copy the SRT address' }));
    expect(await navigator.clipboard.readText()).toBe(`${address}&passphrase=the-secret-phrase`);
  });

  it('shows the address for SRT without its passphrase afterwards', async () => {
    open({ ...idle, srtUrl: 'srt://ringside.test:9710?streamid=ring' });
    expect(await screen.findByText('srt://ringside.test:9710?streamid=ring')).toBeTruthy();
    expect(screen.queryByText(/the-secret-phrase/)).toBeNull();
  });

  it('says why an encoder was turned away, where no picture arrives (28.83)', async () => {
    open({
      ...idle,
      attempts: [
        {
          ...refused,
          at: new Date().toISOString(),
          refusal: 'codec-refused',
          detail: 'Opus',
          protocol: 'srt',
        },
      ],
    });
    const list = await screen.findByRole('region', { name: 'Encoders that were turned away' });
    expect(within(list).getByText(/Not taken here: Opus/)).toBeTruthy();
  });

  it('names what keeps viewers from joining (28.5)', async () => {
    open({ ...live, warnings: ['open-gop', 'intra-refresh', 'profile-rare'] });
    const warnings = await screen.findByRole('list', { name: 'Warnings' });
    for (const words of ['Set closed GOP', 'Turn intra refresh off', 'Phones do not decode this profile'])
      expect(warnings.textContent).toContain(words);
  });

  it('names two encoders with one key, and keeps the one that is live after a question (28.82)', async () => {
    open({ ...live, encoderNetwork: '203.0.113.0/24', warnings: ['key-in-use'], attempts: [refused] });
    const warnings = await screen.findByRole('list', { name: 'Warnings' });
    expect(warnings.textContent).toContain(
      'Two encoders use this key. The one from 203.0.113.0/24 is live, and the one from 198.51.100.0/24 is refused.',
    );
    let isKept = false;
    server.on('post', `${ingestPath}/keep`, () => {
      isKept = true;
      answer({ ...live, encoderNetwork: '203.0.113.0/24', warnings: [], isEncoderKept: true });
      return { status: 204 };
    });
    await userEvent.click(await button('Keep this one: Ring camera'));
    await agree();
    expect(await screen.findByText('203.0.113.0/24, kept')).toBeTruthy();
    expect(isKept).toBe(true);
    expect(screen.queryByRole('button', { name: /Keep this one/ })).toBeNull();
  });

  it('says whether the picture arrives, how well, and what to change', async () => {
    open(live);
    const state = await screen.findByRole('region', { name: 'Is my picture arriving?' });
    expect(within(state).getByRole('status').textContent).toContain('LiveYour picture arrives');
    for (const text of [
      '4.6 Mbit/s',
      '29.9 of 30',
      '1920 × 1080',
      '8.3 s',
      '0.0 s',
      'libobs',
      '2 min 5 s, 80 MB',
    ])
      expect(within(state).getByText(text)).toBeTruthy();
    const warnings = within(state).getByRole('list', { name: 'Warnings' });
    expect(warnings.textContent).toContain('Set the key frame interval of the encoder to 2 s');
    expect(screen.queryByText('the-secret-key')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull();
  });

  it('names a codec that is not taken, in the words that a film gets', async () => {
    const health = { ...live.health, refusedCodec: 'Opus' };
    open({ ...live, health, warnings: ['codec-refused'] } as Ingest);
    expect((await screen.findByRole('list', { name: 'Warnings' })).textContent).toBe(
      'Not taken here: Opus. Choose H.264 for the picture and AAC for the sound.',
    );
  });

  it('asks before it ends the broadcast', async () => {
    open(live);
    server.on('post', `${ingestPath}/end`, () => {
      answer({ ...live, state: 'ended', endedAt: '2030-01-19T20:00:00+00:00', warnings: [] });
      return { status: 204 };
    });
    await userEvent.click(await button('End broadcast'));
    expect(server.calls().filter(({ method }) => method !== 'get')).toHaveLength(0);
    await agree();
    expect(await screen.findByText(/The broadcast is over/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'End broadcast' })).toBeNull();
  });

  it('calls a film a film, and shows no address that takes no encoder', async () => {
    const ended = { ...live, state: 'ended' as const, endedAt: '2030-01-19T20:00:00+00:00', warnings: [] };
    open({ ...ended, film: { id: 'film-1', fileName: 'fight.mp4' } });
    expect(await screen.findByText('Viewers can watch the film.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Download the film' })).toBeTruthy();
    expect(screen.queryByText(/The broadcast is over/)).toBeNull();
    expect(screen.queryByText('libobs')).toBeNull();
    expect(screen.queryByText(key.rtmpUrl)).toBeNull();
  });

  it('asks before a new key cuts the encoder off, and shows the new one', async () => {
    open(live);
    server.on('put', `${ingestPath}/stream-key`, { status: 200, body: { ...key, streamKey: 'another-key' } });
    await userEvent.click(await button('New key'));
    expect((await screen.findByRole('dialog')).textContent).toContain('cut off at once');
    await agree();
    expect(await screen.findByText('another-key')).toBeTruthy();
  });

  it('offers the recording as a file when the broadcast is over', async () => {
    open({ ...live, state: 'ended', endedAt: '2030-01-19T20:00:00+00:00', warnings: [] });
    const link = await screen.findByRole('link', { name: 'Download the recording' });
    expect(link.getAttribute('href')).toBe(
      '/api/v1/events/event-1/blocks/block-1/live-streams/stream-1/ingest/recording',
    );
    expect(link.hasAttribute('download')).toBe(true);
  });

  it('says what a trimmed replay shows, and restores the whole', async () => {
    const over = { ...live, state: 'ended' as const, endedAt: '2030-01-19T20:00:00+00:00', warnings: [] };
    open({ ...over, trim: { startSeconds: 4, endSeconds: 120 } });
    expect(await screen.findByText(/The replay shows 0:04 to 2:00 of the recording/)).toBeTruthy();
    server.on('delete', `${ingestPath}/trim`, () => {
      answer(over);
      return { status: 204 };
    });
    await userEvent.click(await button('Restore whole recording'));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Restore whole recording' })).toBeNull());
    expect(await button('Trim the replay')).toBeTruthy();
  });

  it('says that nothing was recorded, and offers no trim (docs/product.md, 28.30)', async () => {
    const nothing = { seconds: 0, bytes: 0, isFailing: false, problem: null };
    const over = { ...live, state: 'ended' as const, endedAt: '2030-01-19T20:00:00+00:00', warnings: [] };
    open({ ...over, recording: nothing });
    expect(await screen.findByText(/Nothing was recorded/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Trim the replay' })).toBeNull();
  });

  it('says why a removal was refused, and stays', async () => {
    open(idle);
    server.on('delete', ingestPath, { status: 409, body: problemBody({ status: 409 }) });
    await userEvent.click(await button('Remove'));
    await agree();
    expect(await screen.findByText('That did not work')).toBeTruthy();
    expect(await button('Remove')).toBeTruthy();
  });
});
