/**
 * Which room may import which. `pnpm test` compares every import with this table; `pnpm borders` draws it in
 * docs/architecture.md. What a file may import by its name, and where a package is imported, is in roles.ts.
 *
 * Read it from the ground up: a room imports only rooms above it, so that nothing runs back up; the top of an area and
 * the rooms inside it may import each other. Types count too. An entry that no import uses is a fault.
 * A group is named `folder: name`; paths are seen from its folder, or from the root with a `/` before them. `mail` means
 * the files of this folder alone, `media/*` also those of the rooms inside, `.` the folder of the group, `*` everything.
 */
export type Borders = Record<string, Record<string, string>>;

export const borders: Borders = {
  'openapi: openapi': {
    generated: '',
    'scripts .': '',
  },
  'server/src: ground': {
    'operator-error.ts': '',
    '*.tables.ts': '',
    db: 'operator-error.ts *.tables.ts',
    http: 'db',
    'config.ts config-values.ts config-providers.ts': 'operator-error.ts http',
    lists: 'db http',
    contract: 'db http /openapi/generated',
    health: 'contract db http',
  },
  'server/src: areas': {
    audit: 'contract db lists',
    'mail/templates': '',
    mail: 'db http mail/templates',
    identity: 'db lists /openapi/generated',
    'identity/limits': 'contract db http',
    'identity/sessions': 'identity audit contract db http',
    'identity/accounts': 'identity identity/limits identity/sessions mail mail/templates contract db http',
    'identity/providers': 'config-providers.ts identity identity/accounts identity/sessions contract db http',
    'identity/authority': 'identity identity/accounts identity/sessions audit contract db http lists',
    media: 'http',
    'media/origin': 'media',
    'media/pictures': 'media audit config.ts config-values.ts contract db http',
    events: 'audit contract db http lists',
    'events/accesses': 'events audit contract db http lists',
    playback: 'events contract db http',
    competitions: 'events media contract db http lists',
    demo: 'config.ts events identity identity/accounts identity/authority media/pictures db http',
    backup: 'operator-error.ts db',
    admin:
      'audit backup config.ts config-values.ts identity identity/accounts identity/authority identity/sessions operator-error.ts db',
  },
  'server/src: process': {
    '/server/stand-ins': 'config-providers.ts',
    'clean-up.ts':
      'identity/accounts identity/limits identity/sessions mail media/pictures playback db health lists',
    'start-errors.ts': 'config.ts',
    'measurements.ts': 'identity/accounts mail playback db health',
    'handlers.ts': 'audit competitions events events/accesses identity/* media/* playback contract db http',
    'app.ts':
      'handlers.ts measurements.ts config.ts config-providers.ts identity/providers identity/sessions mail media/* playback contract db health http',
    'start-server.ts':
      'app.ts clean-up.ts start-errors.ts config.ts demo identity/authority identity/sessions mail media/* /server/stand-ins db health http',
    'run-server.ts': 'start-server.ts config.ts demo operator-error.ts http',
    'main.ts': 'run-server.ts',
  },
  'server: tests and benches': {
    migrations: '',
    'test/* . src/config.test.ts src/docs.test.ts': 'src/* stand-ins /openapi/scripts/redocly.ts',
    bench: 'src/* test',
  },
  'web/src: ground': {
    'config.ts native.ts store.ts app/paths.ts': '',
    api: '/openapi/generated',
    'ui/*': 'config.ts store.ts',
  },
  'web/src: areas': {
    playback: 'api native.ts store.ts',
    media: 'media/controls media/engine native.ts store.ts ui ui/pictures',
    'media/engine': 'media',
    'media/controls': 'media media/engine ui/dialogs',
    identity: 'identity/sessions api ui ui/pictures',
    'identity/providers': 'identity ui',
    'identity/sessions': 'identity identity/providers api app/paths.ts store.ts ui',
    'identity/accounts': 'identity identity/providers identity/sessions api app/paths.ts ui',
    competitions: 'identity/sessions api app/paths.ts ui/* /openapi/generated',
    watching: 'competitions identity/sessions media media/engine playback api app/paths.ts store.ts ui/*',
    home: 'api app/paths.ts ui/* /openapi/generated',
    admin: 'api app/paths.ts ui/* /openapi/generated',
  },
  'web/src: entry': {
    'app/layouts': 'app app/paths.ts identity/sessions ui',
    app: 'app/layouts admin competitions home identity/* watching api native.ts store.ts ui/*',
    'early.ts': 'home watching app/paths.ts',
    'main.tsx': 'app early.ts',
  },
  'web: tests and benches': {
    'src/test':
      'src/app src/competitions src/identity/sessions src/media/engine src/api src/ui/* /openapi/generated',
    'src/*.test.ts src/*.test.tsx': '*',
    e2e: '',
    'bench .': 'e2e src/app/paths.ts',
  },
  'openapi: tests': {
    test: 'scripts /server/src/*',
  },
  'scripts: entry points': {
    'borders .': '/server/src/app.ts /server/src/run-server.ts /server/src/admin',
    'demo-film/*': '/server/src/media/origin/mp4-boxes.ts',
  },
};
