/**
 * The only reader of the environment. It parses it once, into a frozen object. A bad value stops the server with the
 * variable's name and the expected form, never with the value, which may be a secret.
 */
import path from 'node:path';
import { type AppsConfig, readAppsConfig } from './config-apps.ts';
import { type OidcSettings, readOidcSettings } from './config-providers.ts';
import {
  anyOrigin,
  cidr,
  defaultSender,
  flag,
  host,
  jsonFile,
  list,
  mailbox,
  mailServer,
  type ObjectStoreConfig,
  objectStore,
  oneOf,
  origin,
  passwordFault,
  port,
  secret,
  stripeSecret,
  url,
  whole,
} from './config-values.ts';
import { readVideoConfig, type VideoConfig } from './config-video.ts';
import { readEmail } from './http/email-address.rules.ts';
import { isLoopback } from './http/loopback.ts';
import { OperatorError } from './operator-error.ts';

export interface Config {
  production: boolean;
  host: string;
  port: number;
  /** The address that viewers use, without a trailing slash; undefined: taken from each request. */
  publicUrl: string | undefined;
  /** The address that other servers on the same database use; undefined: where this one listens. */
  internalUrl: string | undefined;
  dataDir: string;
  /** PostgreSQL; undefined: the embedded database in `dataDir`. */
  databaseUrl: string | undefined;
  admin: { email: string; password: string } | undefined;
  demo: boolean;
  /** Users who hold a permission can use it only in a session that has proved a second factor. */
  requireSecondFactor: boolean;
  /** CIDR list of the proxies whose X-Forwarded-* headers count. */
  trustProxy: string[];
  logLevel: (typeof logLevels)[number];
  /** Whether browsers may keep the client, to open it without a network. */
  serviceWorker: boolean;
  /** A session ends so long after its sign-in, however often it is used. */
  sessionMaxDays: number;
  /** Other origins that may call with cookies and receive redirects. */
  allowedOrigins: string[];
  /** Native apps. */
  apps: AppsConfig;
  video: VideoConfig;
  /** Where encoders connect; undefined: 1935, as soon as a stream has live ingest. */
  rtmpPort: number | undefined;
  /** The address that encoders use; undefined: the host of the request. */
  rtmpPublicUrl: string | undefined;
  /** The files of the certificate with which encoders may come encrypted; undefined: they cannot. */
  rtmpTls: { certificate: string; key: string; port: number } | undefined;
  /** CIDR list of the balancers that send the PROXY protocol to both ports. */
  rtmpProxies: string[];
  /** Where encoders may come by SRT; undefined: nowhere. */
  srtPort: number | undefined;
  recordingDir: string;
  /** Smaller pictures of broadcasts are made by ffmpeg. */
  hasLadder: boolean;
  /** How far viewers can go back in a live broadcast. */
  dvrMinutes: number;
  /** The account at the payment provider; undefined: nothing can be bought. */
  stripe: { secretKey: string; webhookSecrets: string[] } | undefined;
  /** The payment provider adds the tax of the buyer's country. */
  automaticTax: boolean;
  smtpUrl: string | undefined;
  /** The sender of mails. */
  mailFrom: { name: string; address: string };
  /** Sign-in providers; undefined: none are configured, and the demo adds its own. */
  oidcProviders: OidcSettings[] | undefined;
  /** Connections to PostgreSQL at most, for each server. */
  databasePoolMax: number;
  /** Connections of clients at most, for each server. */
  connectionsMax: number;
  connectionsPerAddressMax: number;
  /** The server refuses writes while the disk of `dataDir` has less free space; 0: never. */
  minFreeDiskBytes: number;
  /** A caller with this token may read /metrics from another machine. */
  metricsToken: string | undefined;
  /** The store of the pictures; undefined: `dataDir`. */
  objectStore: ObjectStoreConfig | undefined;
}

export class ConfigError extends OperatorError {
  override name = 'ConfigError';
}

type Environment = Record<string, string | undefined>;

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** @throws ConfigError naming every bad variable at once. */
export function readConfig(env: Environment = process.env): Config {
  const faults: string[] = [];
  const text = (name: string) => env[name]?.trim() || undefined;
  const check = <T>(name: string, parse: (value: string) => T | undefined, expected: string) => {
    const value = text(name);
    if (value === undefined) return undefined;
    const parsed = parse(value);
    if (parsed === undefined) faults.push(`${name} must be ${expected}`);
    return parsed;
  };

  const databaseUrl = check('DATABASE_URL', url('postgres:', 'postgresql:'), 'a postgresql:// address');
  const dataDir = path.resolve(text('DATA_DIR') ?? '.data');
  const production = text('NODE_ENV') === 'production';
  const adminEmail = check('ADMIN_EMAIL', readEmail, 'an e-mail address');
  const adminPassword = env.ADMIN_PASSWORD || undefined;
  const adminPasswordFault = adminPassword && passwordFault(adminPassword);
  if (adminPasswordFault) faults.push(`ADMIN_PASSWORD ${adminPasswordFault}`);
  if ((adminEmail === undefined) !== (adminPassword === undefined)) {
    faults.push('ADMIN_EMAIL and ADMIN_PASSWORD must be set together');
  }

  const stripeKey = check('STRIPE_SECRET_KEY', stripeSecret('sk_', 'rk_'), 'a secret key, sk_... or rk_...');
  const stripeSecrets = check(
    'STRIPE_WEBHOOK_SECRET',
    list(stripeSecret('whsec_')),
    'a comma-separated list of whsec_...',
  );
  if ((stripeKey === undefined) !== (stripeSecrets === undefined)) {
    faults.push('STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET must be set together');
  }

  const rtmpCertificate = text('RTMP_TLS_CERT');
  const rtmpKey = text('RTMP_TLS_KEY');
  const rtmpsPort = check('RTMPS_PORT', port, 'a port number from 0 to 65535') ?? 1936;
  if ((rtmpCertificate === undefined) !== (rtmpKey === undefined)) {
    faults.push('RTMP_TLS_CERT and RTMP_TLS_KEY must be set together');
  }

  const publicUrl = check('PUBLIC_URL', origin, 'an http(s) origin without a path');
  const allowedOrigins = check('ALLOWED_ORIGINS', list(anyOrigin), 'a comma-separated list of origins') ?? [];
  const providers = check('OIDC_PROVIDERS', jsonFile, 'the path of a JSON file');
  const oidc = providers && readOidcSettings(providers.json);
  faults.push(...(oidc?.faults ?? []).map((fault) => `OIDC_PROVIDERS${fault}`));

  const config: Config = {
    production,
    host: check('HOST', host, 'an IP address or a host name') ?? '127.0.0.1',
    port: check('PORT', port, 'a port number from 0 to 65535') ?? 3000,
    publicUrl,
    internalUrl: check('INTERNAL_URL', origin, 'an http(s) origin without a path'),
    dataDir,
    databaseUrl,
    admin: adminEmail && adminPassword ? { email: adminEmail, password: adminPassword } : undefined,
    requireSecondFactor:
      check('REQUIRE_SECOND_FACTOR', oneOf(['administrators', 'none'] as const), 'administrators or none') ===
      'administrators',
    demo: check('DEMO', flag, '0 or 1') ?? (databaseUrl === undefined && !production),
    trustProxy: check('TRUST_PROXY', list(cidr), 'a comma-separated list of addresses or CIDR ranges') ?? [],
    logLevel: check('LOG_LEVEL', oneOf(logLevels), `one of ${logLevels.join(', ')}`) ?? 'info',
    serviceWorker: check('SERVICE_WORKER', flag, '0 or 1') ?? true,
    sessionMaxDays: check('SESSION_MAX_DAYS', whole(1, 3_650), 'a number of days from 1 to 3650') ?? 90,
    allowedOrigins,
    apps: readAppsConfig(check, faults, { publicUrl, allowedOrigins }),
    video: readVideoConfig(check, (name) => text(name) !== undefined, faults),
    rtmpPort: check('RTMP_PORT', port, 'a port number from 0 to 65535'),
    rtmpPublicUrl: check('RTMP_PUBLIC_URL', url('rtmp:', 'rtmps:'), 'an rtmp:// or rtmps:// address'),
    rtmpTls:
      rtmpCertificate && rtmpKey
        ? { certificate: rtmpCertificate, key: rtmpKey, port: rtmpsPort }
        : undefined,
    rtmpProxies:
      check('RTMP_PROXIES', list(cidr), 'a comma-separated list of addresses or CIDR ranges') ?? [],
    srtPort: check('SRT_PORT', port, 'a port number from 0 to 65535'),
    recordingDir: path.resolve(text('RECORDING_DIR') ?? path.join(dataDir, 'recordings')),
    hasLadder: check('LADDER', flag, '0 or 1') ?? false,
    dvrMinutes: check('DVR_MINUTES', whole(0, 720), 'a number of minutes from 0 to 720') ?? 120,
    stripe: stripeKey && stripeSecrets ? { secretKey: stripeKey, webhookSecrets: stripeSecrets } : undefined,
    automaticTax: check('STRIPE_AUTOMATIC_TAX', flag, '0 or 1') ?? false,
    smtpUrl: check('SMTP_URL', mailServer, 'an smtp:// or smtps:// address'),
    mailFrom:
      check('MAIL_FROM', mailbox, 'an address such as Ringside <no-reply@ringside.example>') ??
      defaultSender(publicUrl),
    oidcProviders: oidc?.settings,
    databasePoolMax: check('DATABASE_POOL_MAX', whole(1, 500), 'a number from 1 to 500') ?? 10,
    connectionsMax: check('CONNECTIONS_MAX', whole(10, 1_000_000), 'a number from 10 to 1000000') ?? 5_000,
    connectionsPerAddressMax:
      check('CONNECTIONS_PER_ADDRESS_MAX', whole(2, 1_000_000), 'a number from 2 to 1000000') ?? 500,
    minFreeDiskBytes:
      (check('MIN_FREE_DISK_MB', whole(0, 1_000_000), 'a number of megabytes, or 0') ?? 200) * 1024 * 1024,
    metricsToken: check('METRICS_TOKEN', secret, 'at least 16 characters without spaces'),
    objectStore: check(
      'STORAGE_URL',
      objectStore,
      's3://<key>:<secret>@<host>[:<port>]/<bucket>[?region=<region>&tls=0]',
    ),
  };
  // Without it, the person who requests a mail could choose with the Host header where its links lead.
  if (config.smtpUrl && !publicUrl && (production || !isLoopback(config.host))) {
    faults.push('PUBLIC_URL must be set with SMTP_URL, because the links in mails lead there');
  }
  if (production && config.demo) faults.push('DEMO must be 0 with NODE_ENV=production');
  if (faults.length > 0) throw new ConfigError(`Cannot start:\n- ${faults.join('\n- ')}`);
  return Object.freeze(config);
}
