/** When the job that packages films looks for one. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { Films } from '../../src/ingest/films/films.ts';
import { openTestDatabase } from '../test-database.ts';

const looks: number[] = [];
const third = Promise.withResolvers<void>();
let isLoud = true;

await using life = new AsyncDisposableStack();
const database = life.use(
  await openTestDatabase(({ sql }) => {
    if (!/^select .* from "films"/.test(sql)) return;
    if (looks.push(performance.now()) === 3) third.resolve();
    // A film that is complete after this statement was sent is not in its answer.
    if (isLoud) films.wake();
  }),
);
const recordingDir = await mkdtemp(path.join(tmpdir(), 'ringside-films-'));
life.defer(() => rm(recordingDir, { recursive: true }));
const films: Films = life.use(
  new Films({
    db: database.db,
    now: () => new Date(),
    recordingDir,
    store: undefined,
    log: { warn: () => expect.unreachable() },
    onApplied: async () => {},
  }),
);
const parts = life.move();
afterAll(() => parts.disposeAsync());

it('looks once more at once when a film is complete while it looks', async () => {
  films.wake();
  await third.promise;
  isLoud = false;
  expect((looks[2] ?? 0) - (looks[0] ?? 0)).toBeLessThan(5_000);
});
