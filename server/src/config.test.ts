import { generateKeyPairSync } from 'node:crypto';
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
      requireSecondFactor: false,
      logLevel: 'info',
      allowedOrigins: [],
      apps: { origins: [], returnUrls: [], apple: undefined, android: undefined },
      sessionMaxDays: 90,
      serviceWorker: true,
      dvrMinutes: 120,
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

  it('reads where other servers reach it', () => {
    expect(readConfig({}).internalUrl).toBeUndefined();
    expect(readConfig({ INTERNAL_URL: 'http://10.0.0.7:3000/' }).internalUrl).toBe('http://10.0.0.7:3000');
    for (const url of ['ftp://10.0.0.7', 'http://10.0.0.7/path', '10.0.0.7:3000'])
      expect(faultsOf({ INTERNAL_URL: url })).toContain('INTERNAL_URL must be an http(s) origin');
  });

  it('limits the size of the connection pool and of the disk reserve', () => {
    expect(readConfig({})).toMatchObject({
      databasePoolMax: 10,
      minFreeDiskBytes: 200 * 1024 * 1024,
      metricsToken: undefined,
    });
    expect(readConfig({ CONNECTIONS_MAX: '900', CONNECTIONS_PER_ADDRESS_MAX: '90' })).toMatchObject({
      connectionsMax: 900,
      connectionsPerAddressMax: 90,
    });
    expect(faultsOf({ CONNECTIONS_MAX: '0', CONNECTIONS_PER_ADDRESS_MAX: 'many' })).toMatch(
      /CONNECTIONS_MAX must be[\s\S]*CONNECTIONS_PER_ADDRESS_MAX must be/u,
    );
    expect(
      readConfig({ DATABASE_POOL_MAX: '40', MIN_FREE_DISK_MB: '0', METRICS_TOKEN: 'sixteen-or-more-' }),
    ).toMatchObject({ databasePoolMax: 40, minFreeDiskBytes: 0, metricsToken: 'sixteen-or-more-' });
    const faults = faultsOf({ DATABASE_POOL_MAX: '0', MIN_FREE_DISK_MB: '-1', METRICS_TOKEN: 'canary' });
    expect(readConfig({ DVR_MINUTES: '0' }).dvrMinutes).toBe(0);
    expect(faultsOf({ DVR_MINUTES: '721' })).toContain('DVR_MINUTES must be');
    expect(faults).toMatch(
      /DATABASE_POOL_MAX must be[\s\S]*MIN_FREE_DISK_MB must be[\s\S]*METRICS_TOKEN must be/u,
    );
    expect(faults).not.toContain('canary');
  });

  it('takes from a day to ten years for a session', () => {
    expect(readConfig({ SESSION_MAX_DAYS: '7' }).sessionMaxDays).toBe(7);
    for (const value of ['0', '3651', '1.5', 'never'])
      expect(faultsOf({ SESSION_MAX_DAYS: value })).toContain('SESSION_MAX_DAYS must be a number of days');
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
    APP_ORIGINS: 'capacitor://canary/',
    APP_RETURN_URLS: 'ringside:canary',
    APPLE_APP: 'canary',
    ANDROID_APP: 'canary',
    ANDROID_CERTIFICATES: 'canary',
    VIDEO_PROVIDER: 'canary',
    MUX_TOKEN_ID: 'two canaries',
    MUX_TOKEN_SECRET: 'a canary',
    MUX_SIGNING_KEY: 'one canary',
    MUX_PRIVATE_KEY: 'canary',
    MUX_WEBHOOK_SECRET: 'canary, another canary',
    CLOUDFLARE_ACCOUNT_ID: 'canary',
    CLOUDFLARE_API_TOKEN: 'a canary',
    CLOUDFLARE_CUSTOMER_CODE: 'canary.evil.example/',
    CLOUDFLARE_SIGNING_KEY: 'one canary',
    CLOUDFLARE_PRIVATE_KEY: 'canary',
    CLOUDFLARE_WEBHOOK_SECRET: 'canary, another canary',
    SMTP_URL: 'http://user:canary@mail',
    MAIL_FROM: 'Canary <canary>',
    OIDC_PROVIDERS: '/nowhere/canary.json',
    STORAGE_URL: 's3://key:canary@store/bucket?tls=maybe',
    STRIPE_SECRET_KEY: 'pk_live_canary_canary',
    STRIPE_WEBHOOK_SECRET: 'whsec_0123456789,canary',
    STRIPE_AUTOMATIC_TAX: 'canary',
  };

  it('reads two webhook secrets, and wants key and secrets together', () => {
    const env = {
      STRIPE_SECRET_KEY: 'sk_test_0123456789',
      STRIPE_WEBHOOK_SECRET: 'whsec_aaaaaaaaaa, whsec_bbbbbbbbbb',
    };
    expect(readConfig(env).stripe).toEqual({
      secretKey: 'sk_test_0123456789',
      webhookSecrets: ['whsec_aaaaaaaaaa', 'whsec_bbbbbbbbbb'],
    });
    for (const name of Object.keys(env))
      expect(faultsOf({ ...env, [name]: undefined })).toContain('must be set together');
  });

  it('leaves the tax to the prices unless it is asked for', () => {
    expect(readConfig({}).automaticTax).toBe(false);
    expect(readConfig({ STRIPE_AUTOMATIC_TAX: '1' }).automaticTax).toBe(true);
  });

  describe('an account of a video provider', () => {
    const pem = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({
      type: 'pkcs8',
      format: 'pem',
    });
    const weak = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' });
    const base64 = (key: typeof pem) => Buffer.from(key.toString()).toString('base64');
    const shared = { signingKeyId: 'k', privateKey: pem.toString(), webhookSecrets: [] };
    const accountId = '023e105f4ecef8ad9ca31a8372d0c353';

    it.each([
      [
        'mux',
        { MUX_TOKEN_ID: 'id', MUX_TOKEN_SECRET: 's', MUX_SIGNING_KEY: 'k', MUX_PRIVATE_KEY: base64(pem) },
        { tokenId: 'id', tokenSecret: 's', ...shared },
      ],
      [
        'cloudflare',
        {
          CLOUDFLARE_ACCOUNT_ID: accountId,
          CLOUDFLARE_API_TOKEN: 't',
          CLOUDFLARE_CUSTOMER_CODE: 'c1',
          CLOUDFLARE_SIGNING_KEY: 'k',
          CLOUDFLARE_PRIVATE_KEY: base64(pem),
        },
        { accountId, apiToken: 't', customerCode: 'c1', ...shared },
      ],
    ])('is read whole or not at all: %s', (provider, names, settings) => {
      const env = { VIDEO_PROVIDER: provider, ...names };
      expect(readConfig(env).video).toEqual({ provider, settings });
      for (const name of Object.keys(names)) {
        const { [name]: _, ...rest } = env as Record<string, string>;
        expect(faultsOf(rest)).toContain(`${name} must be set with VIDEO_PROVIDER=${provider}`);
      }
      const elsewhere = faultsOf({ ...env, VIDEO_PROVIDER: 'local' });
      expect(elsewhere).toContain(`must be used with VIDEO_PROVIDER=${provider}`);
      const name = `${provider.toUpperCase()}_PRIVATE_KEY`;
      expect(faultsOf({ ...env, [name]: base64(weak) })).toContain(`${name} must be`);
      expect(readConfig({}).video).toBeUndefined();
    });
  });

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
      ['ADMIN_PASSWORD', 'Canary-in-a-mine-1!'],
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
