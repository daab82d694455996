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
    checks: 'generated',
    'scripts/mock': '',
    'scripts .': 'scripts/mock',
  },
  'server/src: ground': {
    'loop.ts operator-error.ts version.ts': '',
    'common-passwords.ts': '/openapi/checks',
    '*.tables.ts': '',
    db: 'operator-error.ts *.tables.ts',
    http: 'db',
    'config.ts config-values.ts config-apps.ts config-providers.ts config-push.ts config-video.ts':
      'operator-error.ts common-passwords.ts http',
    lists: 'db http',
    markdown: '/openapi/checks',
    streams: 'http',
    contract: 'common-passwords.ts db http streams /openapi/checks /openapi/generated',
    health: 'contract db http',
  },
  'server/src: areas': {
    audit: 'contract db lists',
    'mail/templates': '',
    mail: 'loop.ts db http mail/templates',
    identity: 'db lists /openapi/generated',
    'identity/limits': 'contract db http',
    'identity/sessions': 'identity audit contract db http',
    'identity/accounts': 'identity identity/limits identity/sessions mail mail/templates contract db http',
    'identity/providers':
      'config-providers.ts identity identity/accounts identity/limits identity/sessions contract db http',
    'identity/passkeys': 'identity identity/accounts identity/limits identity/sessions contract db http',
    'identity/second-factor':
      'identity identity/accounts identity/passkeys identity/sessions mail/templates contract db http',
    'identity/authority':
      'identity identity/accounts identity/second-factor identity/sessions audit mail mail/templates contract db http lists',
    media: 'config-values.ts http',
    'media/origin': 'media',
    'media/relay': 'media media/origin',
    'media/remote': 'media media/origin contract http',
    'media/pictures': 'media audit config.ts config-values.ts contract db http /openapi/generated',
    events: 'audit contract db http lists',
    'events/replays': 'loop.ts media db',
    'events/accesses': 'events audit contract db http lists /openapi/generated',
    'ingest/rtmp': 'http',
    'ingest/packager': 'media/origin',
    'ingest/ffmpeg': '',
    'ingest/ladder': 'ingest/ffmpeg ingest/packager ingest/rtmp media/origin',
    'ingest/srt': 'ingest/ffmpeg ingest/rtmp http',
    'ingest/health': 'ingest ingest/rtmp',
    'ingest/recordings': 'ingest media media/origin media/relay contract db http',
    'ingest/remote': 'ingest media db http',
    'ingest/films':
      'ingest ingest/packager ingest/recordings media/origin events identity audit contract db http',
    ingest:
      'ingest/ffmpeg ingest/films ingest/health ingest/ladder ingest/recordings ingest/remote ingest/srt ingest/packager ingest/rtmp media media/origin media/relay events identity audit contract db http',
    playback: 'events audit contract db http',
    competitions: 'events identity identity/sessions media playback contract db http lists markdown streams',
    history: 'competitions events playback contract db http lists',
    'reminders/push': 'config-push.ts loop.ts contract db http',
    reminders: 'loop.ts reminders/push competitions mail mail/templates contract db http lists',
    desk: 'loop.ts audit events ingest playback contract db http streams',
    shop: 'loop.ts shop/buying shop/compensation shop/fulfilment shop/orders db http',
    'shop/prices': 'shop db',
    'shop/promotion': 'shop shop/prices events mail mail/templates audit contract db http',
    'shop/buying': 'shop shop/prices shop/promotion events/accesses audit contract db http',
    'shop/stripe': 'shop shop/buying db',
    'shop/fulfilment': 'shop shop/buying shop/prices mail mail/templates contract db http',
    'shop/orders':
      'shop shop/buying shop/fulfilment events events/accesses audit contract db http lists mail mail/templates',
    'shop/compensation':
      'loop.ts shop shop/buying shop/fulfilment shop/orders events/accesses playback audit contract db http mail mail/templates',
    support: 'competitions identity identity/sessions playback shop shop/orders contract db http',
    settings: 'audit mail mail/templates contract db http markdown',
    pages: 'config-apps.ts competitions events settings db http lists /openapi/checks',
    demo: 'config.ts events identity identity/accounts identity/authority media/pictures db http',
    backup: 'operator-error.ts db',
    admin:
      'audit backup config.ts config-values.ts identity identity/accounts identity/authority identity/second-factor identity/sessions settings operator-error.ts db',
  },
  'server/src: process': {
    '/server/stand-ins': 'config-providers.ts',
    '/server/stand-ins/video': '',
    '/server/stand-ins/media': 'media/origin media/pictures',
    '/server/stand-ins/payments': '/server/stand-ins/payments/* shop/stripe/event-types.ts',
    '/server/stand-ins/payments/api': '/server/stand-ins/payments',
    '/server/stand-ins/payments/pages':
      '/server/stand-ins /server/stand-ins/payments /server/stand-ins/payments/api',
    'clean-up.ts':
      'loop.ts identity identity/accounts identity/limits identity/passkeys identity/sessions desk ingest mail media/pictures playback reminders shop/compensation shop/fulfilment db lists',
    'start-errors.ts': 'config.ts',
    'measurements.ts': 'identity/accounts mail playback db health streams',
    'handlers.ts':
      'config-push.ts audit competitions desk events events/accesses history identity/* ingest ingest/films ingest/recordings media/* playback reminders reminders/push settings shop/* support contract db http',
    'app.ts':
      'handlers.ts measurements.ts version.ts config.ts config-apps.ts config-providers.ts competitions desk ingest identity/providers identity/second-factor identity/sessions mail media/* pages playback shop shop/compensation contract db health http streams',
    'start-server.ts':
      'app.ts clean-up.ts loop.ts start-errors.ts config.ts demo desk events/replays ingest identity/authority identity/sessions mail media/* reminders reminders/push shop/* /server/stand-ins /server/stand-ins/payments db health http',
    'run-server.ts': 'start-server.ts config.ts demo operator-error.ts http',
    'main.ts': 'run-server.ts',
  },
  'server: tests and benches': {
    migrations: '',
    'test/* . src/config.test.ts src/config-apps.test.ts src/config-push.test.ts src/docs.test.ts src/loop.test.ts src/schema.test.ts src/ingest/films/package-film.test.ts':
      'src/* stand-ins/* /openapi/scripts/redocly.ts',
    'bench/*': 'src/* test test/ingest test/shop stand-ins/* /openapi/generated',
  },
  'web/src: ground': {
    'clock.ts config.ts native.ts next-task.ts no-shell.ts rendering.ts store.ts vite-env.d.ts paths.ts admin-paths.ts':
      '',
    api: 'clock.ts config.ts native.ts /openapi/generated',
    live: 'store.ts',
    offline: 'paths.ts clock.ts config.ts native.ts store.ts /openapi/checks',
    'ui ui/time ui/pictures ui/dialogs ui/mantine': 'clock.ts config.ts rendering.ts store.ts',
    'ui/money': 'ui/locales.ts',
    'ui/rail': '',
    'ui/table': 'clock.ts ui ui/dialogs /openapi/generated',
    'ui/form': 'api ui ui/dialogs',
    'ui/markdown': '',
    'ui/fields': 'ui/locales.ts ui/markdown ui/time /openapi/checks /openapi/generated',
    'ui/people': 'api ui/fields ui/locales.ts ui/table',
    'ui/picture-field': 'api ui ui/pictures',
    'ui/account': '',
  },
  'web/src: areas': {
    playback: 'api clock.ts config.ts native.ts store.ts ui ui/account ui/time /openapi/generated',
    media: 'media/controls media/engine config.ts native.ts store.ts ui ui/pictures',
    'media/engine': 'media next-task.ts',
    'media/controls': 'media media/engine ui/dialogs',
    'media/preview': 'media media/engine store.ts',
    audit: 'api admin-paths.ts ui/* /openapi/generated',
    identity: 'identity/sessions api ui/form /openapi/generated',
    'identity/providers': 'identity api config.ts native.ts ui ui/form ui/time /openapi/generated',
    'identity/sessions':
      'identity identity/providers api paths.ts clock.ts config.ts native.ts store.ts ui ui/form',
    'identity/accounts':
      'identity identity/providers identity/sessions api paths.ts ui ui/form ui/time /openapi/checks',
    'identity/security':
      'identity identity/accounts identity/providers identity/sessions api paths.ts config.ts native.ts ui ui/account ui/dialogs ui/form ui/time /openapi/generated',
    'identity/profile':
      'identity identity/security identity/sessions api paths.ts ui ui/account ui/form ui/time /openapi/generated',
    'identity/authority':
      'identity identity/accounts identity/sessions api admin-paths.ts ui ui/account ui/dialogs ui/fields ui/form ui/table ui/time /openapi/generated',
    'identity/authority/user':
      'audit identity identity/accounts identity/authority identity/sessions api admin-paths.ts ui ui/account ui/dialogs ui/form ui/money ui/time /openapi/generated',
    shop: 'identity identity/sessions api clock.ts config.ts native.ts rendering.ts paths.ts ui/* /openapi/checks /openapi/generated',
    reminders:
      'identity/accounts identity/sessions api paths.ts clock.ts config.ts native.ts rendering.ts ui ui/account ui/form ui/time /openapi/generated',
    finding:
      'reminders api clock.ts rendering.ts paths.ts ui ui/pictures ui/time /openapi/checks /openapi/generated',
    competitions:
      'competitions/poster competitions/related identity/sessions shop api config.ts rendering.ts live paths.ts ui/* /openapi/checks /openapi/generated',
    'competitions/poster':
      'competitions identity/sessions reminders config.ts paths.ts ui ui/dialogs ui/time /openapi/checks',
    'competitions/related': 'competitions finding paths.ts ui/rail ui/time /openapi/checks',
    watching:
      'watching/stage competitions shop identity/sessions media media/engine playback api clock.ts config.ts rendering.ts paths.ts store.ts ui/* /openapi/checks',
    'watching/stage':
      'watching competitions competitions/poster identity/sessions media playback reminders shop paths.ts ui/pictures ui/time /openapi/checks',
    history:
      'identity/sessions api paths.ts ui ui/account ui/dialogs ui/pictures ui/rail ui/time /openapi/generated',
    home: 'finding history paths.ts ui/* /openapi/checks',
    installing: 'paths.ts native.ts offline store.ts ui',
    events:
      'events/bulk identity/sessions media media/engine api admin-paths.ts ui/* /openapi/checks /openapi/generated',
    'events/choosing': 'events api clock.ts ui/* /openapi/generated',
    'events/accesses':
      'events/choosing identity/sessions api admin-paths.ts clock.ts ui/* /openapi/generated',
    'events/pricing': 'identity/sessions api ui/* /openapi/generated',
    'events/compensation':
      'events/choosing identity/sessions api admin-paths.ts clock.ts ui/* /openapi/generated',
    'events/sales':
      'events/choosing events/compensation identity/sessions api admin-paths.ts ui/* /openapi/generated',
    'events/support': 'events/accesses events/choosing api admin-paths.ts clock.ts ui/* /openapi/generated',
    'events/granting': 'events/accesses events/choosing identity/sessions api admin-paths.ts clock.ts ui/*',
    'events/promotion':
      'events events/choosing events/pricing identity/sessions api admin-paths.ts paths.ts ui/* /openapi/generated',
    'events/editing events/frame events/overview events/pictures':
      'events events/promotion events/pricing identity/sessions api admin-paths.ts paths.ts ui/* /openapi/checks /openapi/generated',
    'events/ingest':
      'events media/controls media/preview api store.ts ui ui/dialogs ui/pictures /openapi/generated',
    'events/blocks':
      'events events/ingest events/pricing media/preview api clock.ts ui/* /openapi/checks /openapi/generated',
    'events/desk':
      'events events/blocks events/compensation events/ingest media media/preview api live admin-paths.ts clock.ts store.ts ui/* /openapi/checks /openapi/generated',
    'events/bulk': 'events events/editing events/overview api clock.ts ui/* /openapi/generated',
    admin: 'identity/sessions api paths.ts admin-paths.ts ui',
    'admin/palette': 'admin identity/sessions api paths.ts admin-paths.ts ui/dialogs ui/time',
    'admin/settings': 'identity/sessions api ui ui/fields ui/form ui/time /openapi/generated',
  },
  'mobile-shell: the native shell': {
    'settings.ts': '',
    'capacitor.config.ts vitest.config.ts': 'settings.ts',
    src: '/openapi/generated /web/src/clock.ts /web/src/config.ts /web/src/native.ts /web/src/offline /web/src/reminders',
    'platforms.test.ts settings.test.ts': 'settings.ts src',
  },
  'web/src: entry': {
    'app/layouts':
      'app rendering.ts paths.ts admin admin/palette finding identity/security identity/sessions installing api ui ui/dialogs ui/form ui/markdown ui/time /openapi/checks',
    app: 'app/layouts admin-paths.ts paths.ts admin admin/settings audit competitions events events/* finding history home identity/* installing offline playback reminders shop watching api config.ts rendering.ts native.ts next-task.ts store.ts ui/*',
    'early.ts': 'competitions home watching',
    'failed-start.ts': 'app',
    'head-script.ts': 'app identity/sessions watching',
    'main.tsx': 'app early.ts failed-start.ts',
    'entry-server.tsx': 'api app',
  },
  'web: build, tests and benches': {
    'src/test':
      'src/app src/competitions src/finding src/identity/sessions src/media src/media/engine src/api src/ui/* /openapi/generated',
    'src/*.test.ts src/*.test.tsx': '*',
    mock: 'src/paths.ts /openapi/scripts/mock',
    e2e: 'e2e/servers',
    'e2e/servers': '',
    'e2e/identity': 'e2e e2e/servers',
    'e2e/native e2e/offline e2e/pages e2e/reminders': 'e2e',
    'e2e/shop': 'e2e e2e/servers',
    'e2e/organising': 'e2e e2e/servers src/admin-paths.ts',
    'e2e/watching': 'e2e e2e/servers /server/src/ingest/rtmp /server/test/ingest/test-films.ts',
    'e2e/mock': 'e2e mock src/paths.ts',
    build: '/mobile-shell/settings.ts src/paths.ts src/admin-paths.ts /openapi/scripts/mock',
    'bench .': '/mobile-shell/settings.ts build e2e src/paths.ts',
  },
  'openapi: tests': {
    test: 'checks scripts scripts/mock /server/src/*',
  },
  'scripts: entry points': {
    'demo-publish': '/server/src/demo/demo-data.ts /server/src/ingest/rtmp /openapi/generated',
    'borders .':
      'demo-publish /mobile-shell/settings.ts /server/src/http /server/src/run-server.ts /server/src/admin /server/src/db',
    testing: '.',
    'demo-film/*': '/server/src/media/origin/mp4-boxes.ts',
    '/mobile-shell/scripts': 'demo-film/*',
  },
};
