import { expect, it } from 'vitest';
import { RelayedFiles } from './relayed-files.ts';

const file = (size: number) => ({ bytes: Buffer.alloc(size), etag: '"e"', type: 'video/mp4' });

it('loads a file once for all who ask, and keeps it', async () => {
  const files = new RelayedFiles();
  let loads = 0;
  const load = async () => {
    loads += 1;
    return file(10);
  };
  const all = await Promise.all(Array.from({ length: 60 }, () => files.get('a', load)));
  expect(new Set(all).size).toBe(1);
  expect(files.get('a', load)).toBe(all[0]);
  expect(loads).toBe(1);
});

it('forgets what was asked for least lately before it takes more memory than it may', async () => {
  const files = new RelayedFiles(100);
  for (const key of ['a', 'b']) await files.get(key, async () => file(40));
  await files.get('a', () => Promise.reject(new Error('it is known')));
  await files.get('c', async () => file(40));
  expect(files.bytes).toBe(80);
  const loaded: string[] = [];
  for (const key of ['a', 'c', 'b'])
    await files.get(key, async () => {
      loaded.push(key);
      return file(40);
    });
  expect(loaded).toEqual(['b']);
  await files.get('huge', async () => file(1_000));
  expect(files.bytes).toBe(0);
});

it('asks again after a failure, and for what was not there', async () => {
  const files = new RelayedFiles();
  await expect(files.get('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(await files.get('a', async () => undefined)).toBeUndefined();
  expect(await files.get('a', async () => file(1))).toMatchObject({ etag: '"e"' });
});
