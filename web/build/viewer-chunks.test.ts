import { describe, expect, it } from 'vitest';
import { adminCodeOfViewers, type ChunkContent, type ModuleImports } from './viewer-chunks.ts';

const main = '/web/src/main.tsx';
const home = '/web/src/viewer/home/home-page.tsx';
const door = '/web/src/organiser/admin-routes.tsx';
const events = '/web/src/organiser/events/list/events-page.tsx';
const cropper = '/node_modules/react-image-crop/index.js';

/** The chunks of a build in which viewers load nothing of the admin area. */
const chunks = {
  main: chunk('main.js', [main], { isEntry: true, dynamicImports: ['home.js', 'admin.js'] }),
  home: chunk('home.js', [home]),
  admin: chunk('admin.js', [door], { imports: ['events.js'] }),
  events: chunk('events.js', [events, cropper]),
};
const imports: Record<string, ModuleImports> = {
  [main]: { importedIds: [], dynamicallyImportedIds: [home, door] },
  [home]: { importedIds: [], dynamicallyImportedIds: [] },
  [door]: { importedIds: [], dynamicallyImportedIds: [events] },
  [events]: { importedIds: [cropper], dynamicallyImportedIds: [] },
};

function chunk(fileName: string, ids: string[], others: Partial<ChunkContent> = {}): ChunkContent {
  const modules = Object.fromEntries(ids.map((id) => [id, { renderedLength: 10 }]));
  return { fileName, isEntry: false, imports: [], dynamicImports: [], modules, ...others };
}

const judge = (changed: Partial<typeof chunks> = {}, changedImports: typeof imports = {}) =>
  adminCodeOfViewers(
    Object.values({ ...chunks, ...changed }),
    (id) => ({ ...imports, ...changedImports })[id] ?? null,
  );

describe('the chunks of viewers', () => {
  it('are free of admin code when only the door leads to it', () => {
    expect(judge()).toEqual([]);
  });

  it('are at fault when a page imports a room of the admin area', () => {
    const faults = judge(
      { home: chunk('home.js', [home], { imports: ['events.js'] }) },
      { [home]: { importedIds: [events], dynamicallyImportedIds: [] } },
    );
    expect(faults).toEqual([`events.js has ${events}`]);
  });

  it('are at fault when a page imports such a room on demand', () => {
    const faults = judge(
      { home: chunk('home.js', [home], { dynamicImports: ['events.js'] }) },
      { [home]: { importedIds: [], dynamicallyImportedIds: [events] } },
    );
    expect(faults).toEqual([`events.js has ${events}`]);
  });

  it('are at fault when the bundler adds a module that only the admin area imports', () => {
    expect(judge({ home: chunk('home.js', [home, cropper]) })).toEqual([`home.js has ${cropper}`]);
  });

  it('may name a module of which nothing is left, and the bundler’s own', () => {
    const modules = { [home]: { renderedLength: 10 }, [events]: { renderedLength: 0 } };
    const own = { '\0rolldown/runtime.js': { renderedLength: 10 } };
    expect(judge({ home: { ...chunks.home, modules: { ...modules, ...own } } })).toEqual([]);
  });

  it('cannot be judged without the door', () => {
    expect(judge({ admin: chunk('admin.js', [events]) })).toEqual([
      'No chunk has /src/organiser/admin-routes.tsx: this check no longer knows where the area begins',
    ]);
  });
});
