import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Build, buildIfStale, noticeOf, stateOf } from './build-folder.ts';

let root = '';
const write = (path: string, text: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};
const built = () => readFileSync(join(root, 'web/dist/index.html'), 'utf8');

/** Its result is the text of the page, and it says that it has read these files. */
function build({
  reads = ['web/src/page.ts'],
  ...changed
}: Partial<Build> & { reads?: string[] } = {}): Build {
  return {
    title: 'web client',
    inputs: ['web/*', 'web/src', 'settings.ts', 'pnpm-lock.yaml'],
    output: 'web/dist',
    async make(into, readsFile) {
      writeFileSync(join(into, 'index.html'), readFileSync(join(root, 'web/src/page.ts')));
      writeFileSync(readsFile, reads.map((path) => `${join(root, path)}\n`).join(''));
    },
    ...changed,
  };
}
const buildAgain = () => buildIfStale(root, build());

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'ringside-builds-'));
  write('web/index.html', '<script>');
  write('web/src/page.ts', 'one');
  write('web/src/page.test.ts', 'a test');
  write('web/src/test/render.tsx', 'what tests use');
  write('web/src/rooms/room.ts', 'a room');
  write('web/e2e/journey.ts', 'a journey');
  write('settings.ts', 'settings');
  write('package.json', '{}');
  write('pnpm-lock.yaml', 'locked');
  write('node_modules/package/index.js', 'a package');
  // An input may be a package of the workspace, with packages of its own.
  write('web/src/node_modules/package/index.js', 'a package');
  expect(await buildAgain()).toBe(true);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('what was built', () => {
  it('stays while nothing has changed but times, tests and other files', async () => {
    utimesSync(join(root, 'web/src/page.ts'), new Date(), new Date(Date.now() + 60_000));
    write('web/src/page.test.ts', 'another test');
    write('web/src/rooms/new.test.tsx', 'a new test');
    write('web/src/test/render.tsx', 'something else');
    write('web/e2e/journey.ts', 'another journey');
    expect(await buildAgain()).toBe(false);
  });

  it.each<[what: string, change: () => void]>([
    ['a byte of a file', () => write('web/src/rooms/room.ts', 'a roof')],
    ['a file that is the whole input', () => write('settings.ts', 'other')],
    ['a file beside the folders', () => write('web/index.html', '<style>')],
    ['a new file', () => write('web/src/new.ts', '')],
    ['a file that is gone', () => rmSync(join(root, 'web/src/rooms/room.ts'))],
    ['the name of a file', () => renameSync(join(root, 'web/src/page.ts'), join(root, 'web/src/side.ts'))],
    ['the lockfile', () => write('pnpm-lock.yaml', 'other versions')],
    ['the settings of a folder above', () => write('package.json', '{"type":"module"}')],
    ['new settings of a folder above', () => write('web/tsconfig.json', '{}')],
    [
      'where a text is cut into files',
      () => {
        write('web/src/page.ts', 'on');
        write('web/src/rooms/room.ts', 'ea room');
      },
    ],
    ['the result, which is gone', () => rmSync(join(root, 'web/dist'), { recursive: true })],
    ['the page of the result, which is gone', () => rmSync(join(root, 'web/dist/index.html'))],
  ])('is built anew after a change of %s', async (_, change) => {
    change();
    const calls: string[] = [];
    const make: Build['make'] = async (into) => {
      calls.push(into);
      writeFileSync(join(into, 'index.html'), 'new');
    };
    expect(await buildIfStale(root, build({ make }))).toBe(true);
    expect(await buildIfStale(root, build({ make }))).toBe(false);
    expect(calls).toHaveLength(1);
    expect(built()).toBe('new');
  });

  it('is built anew when an input changes while the build reads', async () => {
    write('web/src/page.ts', 'two');
    const { make } = build();
    const slow: Build['make'] = async (...places) => {
      await make(...places);
      write('web/src/page.ts', 'three');
    };
    await buildIfStale(root, build({ make: slow }));
    expect([built(), stateOf(root, build())]).toEqual(['two', 'stale']);
    expect([await buildAgain(), built()]).toEqual([true, 'three']);
  });

  it('stays when a build fails, which leaves nothing behind', async () => {
    write('web/src/page.ts', 'two');
    const make: Build['make'] = async (into) => {
      writeFileSync(join(into, 'index.html'), 'half');
      throw new Error('a type is wrong');
    };
    await expect(buildIfStale(root, build({ make }))).rejects.toThrow('a type is wrong');
    expect([built(), stateOf(root, build())]).toEqual(['one', 'stale']);
    expect(readdirSync(join(root, 'web')).sort()).toEqual(['dist', 'e2e', 'index.html', 'src']);
  });

  it('stays when a build is killed, and what that has left is removed later', async () => {
    write('web/src/page.ts', 'two');
    const killed = `
      import { writeFileSync } from 'node:fs';
      import { buildIfStale } from ${JSON.stringify(new URL('build-folder.ts', import.meta.url).href)};
      await buildIfStale(${JSON.stringify(root)}, {
        ...{ title: 'web client', inputs: ['web/src'], output: 'web/dist' },
        make: async (into) => {
          writeFileSync(into + '/index.html', 'half');
          process.kill(process.pid, 'SIGKILL');
          await new Promise(() => setInterval(() => {}, 1000));
        },
      });`;
    const { signal } = spawnSync(process.execPath, ['--input-type=module', '-e', killed]);
    expect(signal).toBe('SIGKILL');
    expect([built(), stateOf(root, build())]).toEqual(['one', 'stale']);
    // The result of another build has a longer name, and is not removed.
    write('web/dist-pages/entry-server.js', 'pages');
    const left = () => readdirSync(join(root, 'web')).filter((name) => name.startsWith('dist-'));
    expect(left()).toHaveLength(2);
    const twoHoursAgo = new Date(Date.now() - 7_200_000);
    for (const name of left()) utimesSync(join(root, 'web', name), twoHoursAgo, twoHoursAgo);
    expect([await buildAgain(), built(), left()]).toEqual([true, 'two', ['dist-pages']]);
  });

  it('is whole when two build at a time', async () => {
    write('web/src/page.ts', 'two');
    const { promise: whenOtherIsDone, resolve: otherIsDone } = Promise.withResolvers<void>();
    const { make } = build();
    const slow: Build['make'] = async (...places) => {
      await make(...places);
      await whenOtherIsDone;
    };
    const first = buildIfStale(root, build({ make: slow }));
    write('web/src/page.ts', 'three');
    expect([await buildAgain(), built(), stateOf(root, build())]).toEqual([true, 'three', 'fresh']);
    otherIsDone();
    expect([await first, built(), stateOf(root, build())]).toEqual([true, 'two', 'stale']);
    expect(existsSync(join(root, 'web/dist/before'))).toBe(false);
    expect(readdirSync(join(root, 'web')).sort()).toEqual(['dist', 'e2e', 'index.html', 'src']);
  });
});

describe('a build that reads a file', () => {
  it('of its inputs, of a package or outside of the project is fine', async () => {
    write('web/src/page.ts', 'two');
    const reads = ['web/src/rooms/room.ts', 'settings.ts', 'node_modules/package/index.js', '../outside.ts'];
    expect(await buildIfStale(root, build({ reads }))).toBe(true);
  });

  it.each(['web/e2e/journey.ts', 'web/src/page.test.ts', 'server/words.ts'])(
    'that is none of its inputs fails and names it: %s',
    async (path) => {
      write('web/src/page.ts', 'two');
      const failing = buildIfStale(root, build({ reads: ['web/src/page.ts', path] }));
      await expect(failing).rejects.toThrow(
        `The build of the web client reads files that are none of its inputs (scripts/builds.ts):\n${path}`,
      );
      expect([built(), stateOf(root, build())]).toEqual(['one', 'stale']);
    },
  );
});

describe('a start that builds nothing', () => {
  it('tells what is missing from what is stale and what is fresh', () => {
    expect(stateOf(root, build())).toBe('fresh');
    write('web/src/page.ts', 'two');
    expect(stateOf(root, build())).toBe('stale');
    rmSync(join(root, 'web/dist/index.html'));
    expect(stateOf(root, build())).toBe('missing');
  });

  it('logs one line about what does not match', () => {
    expect(noticeOf({ 'web client': 'fresh', 'API docs': 'fresh' })).toBeUndefined();
    expect(noticeOf({ 'web client': 'stale', 'API docs': 'missing' })).toBe(
      'not built from the sources that are here: web client (stale), API docs (missing). Run pnpm build, then start again',
    );
  });
});
