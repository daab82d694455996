import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

function faultsOf(env: Record<string, string>): string {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error('It was taken');
}

const folder = mkdtempSync(path.join(tmpdir(), 'ringside-config-'));
afterAll(() => rmSync(folder, { recursive: true }));
const club = { code: 'club-id', name: 'Club ID', issuer: 'https://id.test', clientId: 'us' };

function fileOf(json: unknown): string {
  const file = path.join(folder, 'providers.json');
  writeFileSync(file, JSON.stringify(json));
  return file;
}

describe('readConfig', () => {
  it('has a default for everything', () => {
    expect(readConfig({})).toMatchObject({
      production: false,
      host: '127.0.0.1',
      port: 3000,
      publicUrl: undefined,
      dataDir: path.resolve('.data'),
      databaseUrl: undefined,
      admin: undefined,
      demo: true,
      trustProxy: [],
      logLevel: 'info',
      allowedOrigins: [],
    });
    expect(Object.isFrozen(readConfig({}))).toBe(true);
  });

  it('reads a blank variable as missing', () => {
    expect(readConfig({ PORT: '', HOST: ' ', PUBLIC_URL: '  ' })).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
    });
  });

  it.each([
    [{}, true],
    [{ DEMO: '0' }, false],
    [{ DATABASE_URL: 'postgres://db/ringside' }, false],
    [{ DATABASE_URL: 'postgres://db/ringside', DEMO: '1' }, true],
    [{ NODE_ENV: 'production' }, false],
  ])('decides about the demo under %j: %s', (env, demo) => {
    expect(readConfig(env).demo).toBe(demo);
  });

  it('limits the size of the connection pool and of the disk reserve', () => {
    expect(readConfig({})).toMatchObject({
      databasePoolMax: 10,
      minFreeDiskBytes: 200 * 1024 * 1024,
      metricsToken: undefined,
    });
    expect(
      readConfig({ DATABASE_POOL_MAX: '40', MIN_FREE_DISK_MB: '0', METRICS_TOKEN: 'sixteen-or-more-' }),
    ).toMatchObject({ databasePoolMax: 40, minFreeDiskBytes: 0, metricsToken: 'sixteen-or-more-' });
    const faults = faultsOf({ DATABASE_POOL_MAX: '0', MIN_FREE_DISK_MB: '-1', METRICS_TOKEN: 'canary' });
    expect(faults).toMatch(
      /DATABASE_POOL_MAX must be[\s\S]*MIN_FREE_DISK_MB must be[\s\S]*METRICS_TOKEN must be/u,
    );
    expect(faults).not.toContain('canary');
  });

  it('reads lists, origins and accounts', () => {
    expect(
      readConfig({
        PUBLIC_URL: 'https://Ringside.test/',
        TRUST_PROXY: '10.0.0.0/8, ::1',
        ALLOWED_ORIGINS: 'https://Partner.test,capacitor://localhost',
        ADMIN_EMAIL: 'First@Ringside.test',
        ADMIN_PASSWORD: ' Kept as 1t is! ',
      }),
    ).toMatchObject({
      publicUrl: 'https://ringside.test',
      trustProxy: ['10.0.0.0/8', '::1'],
      allowedOrigins: ['https://partner.test', 'capacitor://localhost'],
      admin: { email: 'first@ringside.test', password: ' Kept as 1t is! ' },
    });
  });

  const bad = {
    HOST: 'no/such/canary',
    PORT: '70000-canary',
    PUBLIC_URL: 'https://ringside.test/path-canary',
    DATABASE_URL: 'mysql://user:canary@db/ringside',
    ADMIN_EMAIL: 'canary without at',
    ADMIN_PASSWORD: 'weak-canary',
    DEMO: 'canary',
    TRUST_PROXY: '10.0.0.0/33,canary',
    LOG_LEVEL: 'canary',
    ALLOWED_ORIGINS: 'canary',
    VIDEO_PROVIDER: 'canary',
    SMTP_URL: 'http://user:canary@mail',
    MAIL_FROM: 'Canary <canary>',
    OIDC_PROVIDERS: '/nowhere/canary.json',
    STORAGE_URL: 's3://key:canary@store/bucket?tls=maybe',
  };

  it('reports every bad variable at once, and never a value', () => {
    const message = faultsOf(bad);
    for (const name of Object.keys(bad)) expect(message).toContain(`${name} must be`);
    expect(message).not.toMatch(/canary/i);
  });

  it.each(Object.entries(bad))('reports a bad %s by its name', (name, value) => {
    expect(faultsOf({ [name]: value })).toMatch(new RegExp(`^- ${name} `, 'm'));
  });

  it('reads the sign-in providers', () => {
    const provider = { code: 'club-id', name: 'Club ID', issuer: 'https://id.test/a', clientId: 'us' };
    const all = { ...provider, clientSecret: 's', scopes: ['email'], metadata: { icon: 'x' } };
    const local = { ...provider, code: 'local', issuer: 'http://127.0.0.1:8080/realms/club' };
    const post = { ...local, code: 'post', clientAuthentication: 'client_secret_post' };
    expect(readConfig({ OIDC_PROVIDERS: fileOf([all, local, post]) }).oidcProviders).toEqual([
      all,
      local,
      post,
    ]);
    expect(readConfig({ OIDC_PROVIDERS: fileOf([]) }).oidcProviders).toEqual([]);
    expect(readConfig({}).oidcProviders).toBeUndefined();
  });

  it.each([
    [{}, ' must be a list of providers'],
    [['canary'], '[0] must be an object'],
    [[{ ...club, code: 'Canary ID' }], '[0].code must be lower-case letters, digits and single hyphens'],
    [[club, club], '[1].code must be unique'],
    [[{ ...club, name: ' ' }], '[0].name must be a text of 1 to 255 characters'],
    [[{ ...club, clientId: undefined }], '[0].clientId must be a text of 1 to 255 characters'],
    [[{ ...club, clientSecret: '' }], '[0].clientSecret must be a text of 1 to 4096 characters'],
    [[{ ...club, scopes: 'canary' }], '[0].scopes must be a list of scopes'],
    [[{ ...club, metadata: { canary: 1 } }], '[0].metadata must be an object of texts'],
    [
      [{ ...club, clientAuthentication: 'canary' }],
      '[0].clientAuthentication must be client_secret_basic or',
    ],
    [[{ ...club, clientSecert: 'canary' }], '[0].clientSecert is not a known field'],
    [[{ ...club, identityIssuer: 'canary' }], '[0].identityIssuer is not a known field'],
    ...[
      'http://id.canary',
      'https://id.test/?canary',
      'https://canary@id.test',
      'id.canary',
      'file:///canary',
    ].map((issuer): [object, string] => [[{ ...club, issuer }], '[0].issuer must be an https:// address']),
  ])('reports the faults of the providers %j', (providers, fault) => {
    const message = faultsOf({ OIDC_PROVIDERS: fileOf(providers) });
    expect(message).toContain(`- OIDC_PROVIDERS${fault}`);
    expect(message).not.toMatch(/canary/i);
  });

  it('requires both e-mail and password of the first administrator', () => {
    for (const [name, value] of [
      ['ADMIN_EMAIL', 'a@ringside.test'],
      ['ADMIN_PASSWORD', 'Canary-1!'],
    ] as const) {
      expect(faultsOf({ [name]: value })).toBe(
        'Cannot start:\n- ADMIN_EMAIL and ADMIN_PASSWORD must be set together',
      );
    }
  });

  it.each([
    ['ADMIN_EMAIL', 'admin@localhost'],
    ['ADMIN_PASSWORD', 'Short1!'],
    ['DEMO', 'constructor'],
  ])('refuses the unusable %s=%s', (name, value) => {
    expect(faultsOf({ [name]: value })).toMatch(new RegExp(`^- ${name} must be`, 'm'));
  });

  it.each([
    [{}, 'Ringside', 'no-reply@ringside.test'],
    [{ PUBLIC_URL: 'https://fights.example' }, 'Ringside', 'no-reply@fights.example'],
    [{ PUBLIC_URL: 'http://127.0.0.1:3000' }, 'Ringside', 'no-reply@ringside.test'],
    [{ MAIL_FROM: 'mail@fights.example' }, 'Ringside', 'mail@fights.example'],
    [{ MAIL_FROM: 'Fight Night <mail@fights.example>' }, 'Fight Night', 'mail@fights.example'],
  ])('sends mail under %j as %s <%s>', (env, name, address) => {
    expect(readConfig(env).mailFrom).toEqual({ name, address });
  });

  it('reads the address of the picture store', () => {
    expect(readConfig({}).objectStore).toBeUndefined();
    expect(readConfig({ STORAGE_URL: 's3://key:a%2Fb%2Bc@store.example/pictures' }).objectStore).toEqual({
      endpoint: 'https://store.example',
      region: 'us-east-1',
      bucket: 'pictures',
      accessKeyId: 'key',
      secretAccessKey: 'a/b+c',
    });
    expect(
      readConfig({ STORAGE_URL: 's3://k:s@10.0.0.5:9000/pictures/?region=eu-west-1&tls=0' }).objectStore,
    ).toMatchObject({ endpoint: 'http://10.0.0.5:9000', region: 'eu-west-1' });
  });

  it.each([
    'https://k:s@store.example/pictures',
    's3://store.example/pictures',
    's3://k:s@store.example',
    's3://k:s@store.example/pictures/folder',
    's3://k:s%@store.example/pictures',
    's3://k:s@store.example/pictures?secure=1',
  ])('refuses the incomplete STORAGE_URL=%s', (value) => {
    expect(faultsOf({ STORAGE_URL: value })).toMatch(/^- STORAGE_URL must be s3:/m);
  });

  it.each(['smtp:', 'smtp:///x', 'smtps://:465'])('refuses SMTP_URL=%s without a server', (value) => {
    expect(faultsOf({ SMTP_URL: value })).toMatch(/^- SMTP_URL must be/m);
  });

  it('requires PUBLIC_URL for the links in mails, except on loopback', () => {
    const env = { SMTP_URL: 'smtp://mail.example' };
    const fault = 'PUBLIC_URL must be set with SMTP_URL';
    expect(faultsOf({ ...env, NODE_ENV: 'production' })).toContain(fault);
    expect(faultsOf({ ...env, HOST: '0.0.0.0' })).toContain(fault);
    expect(readConfig(env).smtpUrl).toBe('smtp://mail.example');
    expect(readConfig({ ...env, HOST: '0.0.0.0', PUBLIC_URL: 'https://ringside.test' }).publicUrl).toBe(
      'https://ringside.test',
    );
  });

  it('refuses the demo in production', () => {
    expect(faultsOf({ NODE_ENV: 'production', DEMO: '1' })).toContain('DEMO must be 0');
  });
});
