import { EventEmitter } from 'node:events';
import { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { OpenStreams } from './open-streams.ts';

const heartbeatMs = 20_000;
const unbounded = { most: Number.POSITIVE_INFINITY, mostPerAddress: Number.POSITIVE_INFINITY };

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] }));
afterEach(() => void vi.useRealTimers());

/** Opens a stream on a fake response. */
function open(streams: OpenStreams, recheck?: () => Promise<boolean>) {
  const response = Object.assign(new EventEmitter(), {
    destroyed: false,
    writableEnded: false,
    setHeader: vi.fn(),
    writeHead: vi.fn(),
    write: vi.fn((_bytes: Buffer) => true),
    end: vi.fn(() => void response.emit('close')),
    destroy: vi.fn(() => void response.emit('close')),
  });
  const reply = { raw: response, getHeaders: () => ({}), hijack: vi.fn() };
  const place = streams.takePlace({ ip: '192.0.2.1', raw: { socket: new Socket() } } as FastifyRequest);
  const subscription = { attach: () => () => {}, release: () => {} };
  streams.open(reply as unknown as FastifyReply, place, subscription, recheck);
  const beats = () => response.write.mock.calls.filter(([bytes]) => String(bytes) === ':\n\n').length;
  return { beats, response };
}

it('beats every stream while the check of another one does not end', async () => {
  const streams = new OpenStreams(unbounded);
  const check = vi.fn(() => new Promise<boolean>(() => {}));
  const followers = [open(streams, check), open(streams), open(streams)];
  for (const beats of [1, 2, 3]) {
    await vi.advanceTimersByTimeAsync(heartbeatMs);
    expect(followers.map((follower) => follower.beats())).toEqual([beats, beats, beats]);
  }
  // A database that does not answer gets no further questions for a minute.
  expect(check).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(2 * heartbeatMs);
  expect(check).toHaveBeenCalledTimes(2);
});

it('ends the streams whose callers are refused, and asks again about the others', async () => {
  const streams = new OpenStreams(unbounded);
  const refusal = vi.fn(async () => false);
  const admission = vi.fn(async () => true);
  const refused = open(streams, refusal);
  const admitted = open(streams, admission);
  await vi.advanceTimersByTimeAsync(heartbeatMs);
  await vi.waitFor(() => expect(refused.response.end).toHaveBeenCalledOnce(), 15_000);
  await vi.advanceTimersByTimeAsync(heartbeatMs);
  await vi.waitFor(() => expect(admission).toHaveBeenCalledTimes(2), 15_000);
  expect([refusal.mock.calls.length, admitted.response.end.mock.calls.length]).toEqual([1, 0]);
});

it('closes a stream that fails, and goes on with the others', async () => {
  const onError = vi.fn();
  const streams = new OpenStreams(unbounded, onError);
  const broken = open(streams);
  const unchecked = open(streams, () => Promise.reject(new Error('The check fails')));
  const sound = open(streams);
  broken.response.write.mockImplementation(() => {
    throw new Error('The write fails');
  });
  await vi.advanceTimersByTimeAsync(2 * heartbeatMs);
  await vi.waitFor(() => expect(unchecked.response.end).toHaveBeenCalledOnce(), 15_000);
  expect([broken.response.destroy.mock.calls.length, sound.beats(), streams.size]).toEqual([1, 2, 1]);
  expect(onError.mock.calls).toEqual(
    expect.arrayContaining([[new Error('The write fails')], [new Error('The check fails')]]),
  );
});
