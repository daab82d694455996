import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderRoutes } from '../../test/render.tsx';
import { attemptInWords, type EncoderAttempt } from './attempt-words.ts';
import { TurnedAway } from './turned-away.tsx';

const opus: EncoderAttempt = {
  at: '2030-01-19T18:38:10+00:00',
  count: 3,
  network: '203.0.113.0/24',
  protocol: 'srt',
  program: null,
  refusal: 'codec-refused',
  detail: 'Opus',
};
const many: EncoderAttempt = {
  ...opus,
  count: 900,
  network: null,
  protocol: 'rtmp',
  refusal: 'wrong-key',
  detail: null,
};

const waiting = { state: 'idle', lastFrameAt: null };
const at = new Date('2030-01-19T19:00:00Z');
beforeEach(() => void vi.setSystemTime(at));
afterEach(() => void vi.useRealTimers());

function show(attempts: EncoderAttempt[], stream?: { state: string; lastFrameAt: string | null }) {
  const element = <TurnedAway attempts={attempts} {...(stream ? { stream } : {})} zone="Europe/Amsterdam" />;
  renderRoutes([{ path: '/', element }], '/');
}

it('says what was refused, what to change, when and from where (28.83)', async () => {
  show([opus, many], waiting);
  const list = await screen.findByRole('region', { name: 'Encoders that were turned away' });
  expect(within(list).getByText(/Not taken here: Opus.*AAC/)).toBeTruthy();
  expect(within(list).getByText(/19:38, 3 times, from 203\.0\.113\.0\/24, by SRT$/)).toBeTruthy();
  expect(within(list).getByText('Earlier: 1')).toBeTruthy();
  expect(within(list).getByText(/900 times, from several networks, by RTMP/)).toBeTruthy();
});

it.each([
  ['a picture arrives', { state: 'live', lastFrameAt: '2030-01-19T19:00:00+00:00' }],
  ['one has arrived since', { state: 'interrupted', lastFrameAt: '2030-01-19T18:39:00+00:00' }],
  ['it belongs to no stream', undefined],
])('folds all of them where %s', async (_, stream) => {
  show([opus, many], stream);
  expect(await screen.findByText('Encoders turned away: 2')).toBeTruthy();
  expect(screen.queryByText('An encoder was turned away')).toBeNull();
});

it('folds what is older than an hour', async () => {
  show([{ ...opus, at: '2030-01-19T17:38:10+00:00' }], waiting);
  expect(await screen.findByText('Encoders turned away: 1')).toBeTruthy();
});

it('has a sentence for each reason, with what to do', () => {
  const reasons: EncoderAttempt['refusal'][] = [
    'wrong-key',
    'replaced-key',
    'broadcast-ended',
    'another-encoder',
    'key-in-use',
    'no-picture',
    'no-key',
    'too-many-connections',
  ];
  for (const refusal of reasons) expect(attemptInWords({ ...opus, refusal }).split('. ').length).toBe(2);
  expect(attemptInWords({ ...opus, refusal: 'not-understood', detail: 'This is not RTMP' })).toBe(
    'What it sent is not understood: this is not RTMP. Paste the server as the stream shows it, or update the encoder.',
  );
});
