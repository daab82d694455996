import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeApiServer, problemBody } from '../../../test/api-server.ts';
import { renderRoutes } from '../../../test/render.tsx';
import { signIn, signOut } from '../../../test/session-cookies.ts';
import type { DeskStream } from './desk.queries.ts';
import { StreamIngest } from './stream-ingest.tsx';

const server = fakeApiServer();
const ingestPath = '/api/v1/events/{eventId}/blocks/{blockId}/live-streams/{liveStreamId}/ingest';
const path = { eventId: 'event-1', blockId: 'block-1', liveStreamId: 'ring' };
type Ingest = NonNullable<DeskStream['ingest']>;

const live: Ingest = {
  state: 'live',
  since: '2030-01-19T18:05:00+00:00',
  startedAt: '2030-01-19T18:04:58+00:00',
  provider: null,
  lastFrameAt: '2030-01-19T19:00:00+00:00',
  endedAt: null,
  warnings: [],
  encoderNetwork: '203.0.113.0/24',
  isEncoderKept: false,
  attempts: [],
  health: {
    bitsPerSecond: 4_620_000,
    framesPerSecond: 29.9,
    declaredFramesPerSecond: 30,
    keyFrameSeconds: 2,
    behindSeconds: 0.4,
    jumps: 0,
    reconnects: 1,
    packetsLost: null,
    packetsMissing: null,
    width: 1920,
    height: 1080,
    codecs: 'avc1.640028',
    hasAudio: true,
    encoder: 'libobs',
    refusedCodec: null,
  },
  history: {
    until: '2030-01-19T19:00:00+00:00',
    stepSeconds: 5,
    bitsPerSecond: [4_100_000, null, 4_620_000],
    framesPerSecond: [24, null, 29.9],
    behindSeconds: [0, null, 1.4],
  },
  recording: { seconds: 4_325, bytes: 1_729_000_000, isFailing: false, problem: null },
};

beforeEach(() => {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
  signIn({ permissions: ['event:read', 'event:update'] });
});
afterEach(() => signOut());

function show(ingest: Ingest | null, mayChange = true) {
  const stream: DeskStream = {
    id: 'ring',
    name: 'Ring camera',
    status: 'active',
    weight: 1,
    viewers: 0,
    peakViewers: 0,
    refusals: [],
    changedAt: null,
    changedBy: null,
    venueDelayMs: 2_000,
    ingest,
  };
  const element = <StreamIngest {...{ path, stream, mayChange }} zone="Europe/Amsterdam" />;
  return renderRoutes([{ path: '/', element }], '/');
}

const ends = () => server.calls().filter(({ method, path }) => method === 'post' && path.endsWith('/end'));
const broadcast = async () => within(await screen.findByRole('region', { name: 'Broadcast of Ring camera' }));

describe('the broadcast on a card of the desk', () => {
  it('says its state and since when, draws the feed, and says the same in words', async () => {
    show(live);
    const shown = await broadcast();
    expect(shown.getByRole('status').textContent).toMatch(/^Livesince Sat, 19 Jan 2030, 19:05$/);
    for (const words of [
      '4.6 Mbit/s',
      '4.1 Mbit/s to 4.6 Mbit/s in the last 5 min',
      '29.9 of 30',
      '24 to 30 in the last 5 min',
      '0.4 s',
      '0.0 s to 1.4 s in the last 5 min',
      'Recording: 1 h 12 min, 1.7 GB',
    ])
      expect(shown.getByText(words)).toBeDefined();
    const drawings = document.querySelectorAll('svg[viewBox="0 0 100 100"]');
    expect(drawings).toHaveLength(3);
    // Two runs with a gap, and the line of the announced rate.
    expect([...drawings].map((drawing) => drawing.querySelectorAll('path').length)).toEqual([2, 3, 2]);
    expect([...drawings].every((drawing) => drawing.getAttribute('aria-hidden') === 'true')).toBe(true);
  });

  it('says that nothing comes, instead of the figures of an encoder that is gone (docs/product.md, 28.30)', async () => {
    const nothing = [null, null];
    const history = {
      ...live.history,
      bitsPerSecond: nothing,
      framesPerSecond: nothing,
      behindSeconds: nothing,
    };
    show({ ...live, state: 'interrupted', history } as Ingest);
    const shown = await broadcast();
    expect(shown.getAllByText('None')).toHaveLength(3);
    expect(shown.getAllByText('Nothing came in the last 5 min')).toHaveLength(3);
    expect(shown.queryByText('Measuring')).toBeNull();
  });

  it('says what to change, and why the recording stands', async () => {
    show({
      ...live,
      warnings: ['uplink-slow', 'recording-failing'],
      recording: { ...live.recording, isFailing: true, problem: 'disk-full' },
    });
    const warnings = within((await broadcast()).getByRole('list', { name: 'Warnings for Ring camera' }));
    expect(warnings.getByText(/lower the bitrate/)).toBeDefined();
    expect(warnings.getByText(/the disk of the server is full/)).toBeDefined();
    expect(screen.getByText('Recording stopped after 1 h 12 min, 1.7 GB')).toBeDefined();
  });

  it('asks before it ends the broadcast', async () => {
    show(live);
    server.on('post', `${ingestPath}/end`, { status: 204 });
    const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
    await broadcast();
    await press('End broadcast: Ring camera');
    expect((await screen.findByRole('dialog')).textContent).toContain('The encoder is cut off');
    await press('Cancel');
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), 15_000);
    expect(ends()).toHaveLength(0);
    await press('End broadcast: Ring camera');
    await screen.findByRole('dialog');
    await press('Continue');
    await vi.waitFor(() => expect(ends()).toHaveLength(1), 15_000);
  });

  it('has no chart and no end where there is no broadcast', async () => {
    show({ ...live, state: 'ended', endedAt: live.since, health: live.health });
    await broadcast();
    expect(screen.queryByRole('button', { name: /End broadcast/ })).toBeNull();
    expect(screen.queryByText('Bitrate')).toBeNull();
    expect(screen.getByText('Recorded: 1 h 12 min, 1.7 GB')).toBeDefined();
  });

  it('leaves its switches out for somebody who may not change it', async () => {
    show(live, false);
    await broadcast();
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('leads to the set-up of a stream without one', async () => {
    show(null);
    server.on('get', ingestPath, { status: 404, body: problemBody({ status: 404 }) });
    await userEvent.click(await screen.findByRole('button', { name: 'Set up live ingest: Ring camera' }));
    expect(await screen.findByRole('button', { name: 'Go live with an encoder' })).toBeDefined();
  });
});
