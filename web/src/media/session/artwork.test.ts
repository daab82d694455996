import { afterEach, expect, it, vi } from 'vitest';
import { pictureAddress } from '../../ui/pictures/picture-address.ts';
import { artworkOf } from './artwork.ts';

afterEach(() => vi.restoreAllMocks());

const id = '0199a3c4-0007-7000-8000-0000000000f1';
const poster = pictureAddress(id, 1280, 'jpg');

it('is one square JPEG of 512 pixels', () => {
  expect(artworkOf(poster)).toEqual([
    { src: `/media/pictures/${id}/artwork-512.jpg`, sizes: '512x512', type: 'image/jpeg' },
  ]);
});

it('has every size from 96 to 512 on an iPhone', () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone; CPU iPhone OS 19_0)');
  expect(artworkOf(poster).map(({ sizes }) => sizes)).toEqual(
    [96, 128, 192, 256, 384, 512].map((size) => `${size}x${size}`),
  );
});

it('is empty for a poster from another host', () => {
  expect(artworkOf('https://elsewhere.test/poster.jpg')).toEqual([]);
});
