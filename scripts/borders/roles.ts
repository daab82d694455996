/** What a file may import by its name, whatever its room, and where a package is imported; in dependency-cruiser's form. */
import type { IForbiddenRuleType } from 'dependency-cruiser';

/** An outside system or format has one home: the rest of the code does not know its package. */
const homes = {
  'server/src/contract/': ['fastify-openapi-glue', 'ajv-formats'],
  'server/src/db/': ['pg', '@electric-sql/pglite'],
  'server/src/health/metrics.ts': ['prom-client'],
  'server/src/http/': ['@fastify/busboy', '@fastify/static', 'helmet'],
  'server/src/mail/mailer.ts': ['nodemailer'],
  'server/src/markdown/': ['sanitize-html'],
  'server/src/markdown/ web/src/organiser/ui/fields/': ['markdown-it'],
  'server/src/identity/accounts/passwords.ts': ['@node-rs/argon2'],
  'server/src/identity/passkeys/passkey-ceremonies.ts': ['@simplewebauthn/server'],
  'server/src/identity/providers/oidc-client.ts': ['openid-client'],
  'server/src/identity/sessions/ server/src/media/remote/play-token.ts server/src/reminders/push/': ['jose'],
  'server/src/reminders/push/web-push-sender.ts': ['web-push'],
  'server/src/shop/': ['stripe'],
  'server/src/media/pictures/': ['sharp'],
  'server/src/media/object-bucket.ts': ['@aws-sdk/client-s3'],
  'server/src/events/accesses/': ['csv-parse', 'csv-stringify'],
  'server/src/events/move-dates.ts': ['temporal-polyfill'],
  'server/src/backup/': ['tar-stream'],
  'web/src/organiser/ui/fields/': [
    '@mantine/dates',
    'dayjs',
    'markdown-it',
    'temporal-polyfill',
    '@sindresorhus/slugify',
  ],
  'web/src/organiser/events/sales/': ['@mantine/charts', 'recharts'],
  'web/src/organiser/ui/picture-field/': ['react-image-crop'],
  'web/src/api/': ['openapi-fetch', 'openapi-react-query'],
  'web/src/media/engine/': ['hls.js'],
  'web/src/ui/': ['@mantine/notifications'],
};

export const roles: IForbiddenRuleType[] = [
  {
    name: 'no circles',
    comment: 'Put what these files need of each other into one of them, or into another file.',
    from: {},
    to: { circular: true },
  },
  {
    name: '*.handlers.ts',
    comment:
      'Only handlers.ts imports handlers. Put the steps that are needed elsewhere into a file of their own.',
    from: { pathNot: '/handlers\\.ts$' },
    to: { path: '\\.handlers\\.ts$' },
  },
  {
    name: 'handlers.ts of an area',
    comment: 'An area gathers its own handlers, and server/src/handlers.ts gathers the areas.',
    from: { path: '^server/src/([^/]+)/handlers\\.ts$' },
    to: { path: 'handlers\\.ts$', pathNot: '^server/src/$1/' },
  },
  {
    name: '*.rules.ts',
    comment: 'Rules import only rules and types: values in, a value out. Of Node, `url` computes only.',
    from: { path: '\\.rules\\.ts$' },
    to: { pathNot: ['\\.rules\\.ts$', '^rules/', '^url$'], dependencyTypesNot: ['type-only'] },
  },
  {
    name: '*.tables.ts',
    comment: "Tables import only kysely's types.",
    from: { path: '\\.tables\\.ts$' },
    to: { pathNot: '/kysely/' },
  },
  {
    name: '*.repository.ts',
    comment: 'Repositories import kysely, db, lists, rules and repositories, of the rest only types.',
    from: { path: '\\.repository\\.ts$' },
    to: {
      pathNot: ['\\.(repository|rules)\\.ts$', '^rules/', '^server/src/(db|lists)/', '/kysely/'],
      dependencyTypesNot: ['type-only', 'core'],
    },
  },
  {
    name: '*.repository.ts without HTTP',
    comment:
      'Repositories know nothing of HTTP, not even its types: return rows, and let the handler answer.',
    from: { path: '\\.repository\\.ts$' },
    to: { path: ['^server/src/(http|contract)/', '/fastify/'] },
  },
  ...Object.entries(homes).map(([home, packages]) => ({
    name: `packages of ${home}`,
    comment: `Only ${home} imports ${packages.join(', ')}. Import from there what you need.`,
    from: {
      // A package may have a home in each of the two.
      path: `^${home.split('/')[0]}/src/`,
      pathNot: [
        ...home.split(' ').map((place) => `^${place.replaceAll('.', '\\.')}`),
        '\\.test\\.tsx?$',
        '^web/src/test/',
      ],
    },
    to: { path: `/node_modules/(${packages.join('|').replaceAll('.', '\\.')})/` },
  })),
];
