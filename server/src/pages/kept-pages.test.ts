import { expect, it, vi } from 'vitest';
import { createKeptPages } from './kept-pages.ts';

let at = Date.parse('2026-11-26T20:00:00Z');
const open = () => createKeptPages<string>(() => new Date(at));

it('makes a page once for all requests of a second', async () => {
  const pages = open();
  const make = vi.fn(async () => 'page');
  await Promise.all(Array.from({ length: 60 }, () => pages.get('/', make)));
  at += 999;
  await pages.get('/', make);
  expect(make).toHaveBeenCalledTimes(1);
  at += 1;
  await pages.get('/', make);
  await pages.get('/other', make);
  expect(make).toHaveBeenCalledTimes(3);
});

it('keeps no page that has failed, and none beyond a step of the clock', async () => {
  const pages = open();
  const failing = vi.fn(async () => Promise.reject(new Error('broken')));
  await expect(pages.get('/', failing)).rejects.toThrow('broken');
  const make = vi.fn(async () => 'page');
  expect(await pages.get('/', make)).toBe('page');
  at -= 3_600_000;
  await pages.get('/', make);
  expect(make).toHaveBeenCalledTimes(2);
});

it('keeps so many pages and no more, and none with an endless address', async () => {
  const pages = open();
  const make = vi.fn(async () => 'page');
  for (let index = 0; index <= 500; index++) await pages.get(`/${index}`, make);
  await pages.get('/500', make);
  expect(make).toHaveBeenCalledTimes(501);
  await pages.get('/0', make);
  expect(make).toHaveBeenCalledTimes(502);
  for (let time = 0; time < 2; time++) await pages.get('x'.repeat(301), make);
  expect(make).toHaveBeenCalledTimes(504);
});
