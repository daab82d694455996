import { expect, it, vi } from 'vitest';
import { createWatchedPlaces } from './watched-place.ts';

function setUp() {
  const save = vi.fn();
  const places = createWatchedPlaces(save);
  const video = { position: null as number | null };
  const stop = places.follow('stream-1', () => video.position);
  return { save, places, video, stop };
}

it('tells a place once, and only when it is known', () => {
  const { places, video } = setUp();
  expect(places.next()).toBeNull();
  video.position = 60;
  expect(places.next()).toEqual({ liveStreamId: 'stream-1', positionSeconds: 60 });
  expect(places.next()).toBeNull();
  video.position = 80;
  expect(places.next()).toEqual({ liveStreamId: 'stream-1', positionSeconds: 80 });
});

it('does not take back what another device has watched since', () => {
  const { places, video, save, stop } = setUp();
  video.position = 60;
  places.flush();
  places.flush();
  stop();
  expect(save).toHaveBeenCalledExactlyOnceWith({ liveStreamId: 'stream-1', positionSeconds: 60 });
});

it('tells the last place when the next stream is followed, and then only of that one', () => {
  const { places, video, save, stop } = setUp();
  video.position = 60;
  places.follow('stream-2', () => 5);
  expect(save).toHaveBeenLastCalledWith({ liveStreamId: 'stream-1', positionSeconds: 60 });
  video.position = 90;
  stop();
  expect(places.next()).toEqual({ liveStreamId: 'stream-2', positionSeconds: 5 });
});

it('tells nothing after it has stopped', () => {
  const { places, video, save, stop } = setUp();
  stop();
  video.position = 60;
  expect(places.next()).toBeNull();
  places.flush();
  expect(save).not.toHaveBeenCalled();
});
