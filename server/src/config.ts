/**
 * The only reader of the environment. It parses it once, into a frozen object. A bad value stops the server with the
 * variable's name and the expected form, never with the value, which may be a secret.
 */
import path from 'node:path';
import { type OidcSettings, readOidcSettings } from './config-providers.ts';
import {
  anyOrigin,
  cidr,
  defaultSender,
  email,
  flag,
  host,
  isStrongPassword,
  jsonFile,
  list,
  mailbox,
  mailServer,
  type ObjectStoreConfig,
  objectStore,
  oneOf,
  origin,
  port,
  secret,
  strongPassword,
  url,
  whole,
} from './config-values.ts';
import { isLoopback } from './http/loopback.ts';
import { OperatorError } from './operator-error.ts';

export interface Config {
  production: boolean;
  host: string;
  port: number;
  /** The address that viewers use, without a trailing slash; undefined: taken from each request. */
  publicUrl: string | undefined;
  dataDir: string;
  /** PostgreSQL; undefined: the embedded database in `dataDir`. */
  databaseUrl: string | undefined;
  admin: { email: string; password: string } | undefined;
  demo: boolean;
  /** CIDR list of the proxies whose X-Forwarded-* headers count. */
  trustProxy: string[];
  logLevel: (typeof logLevels)[number];
  /** Other origins that may call with cookies and receive redirects. */
  allowedOrigins: string[];
  videoProvider: 'local';
  smtpUrl: string | undefined;
  /** The sender of mails. */
  mailFrom: { name: string; address: string };
  /** Sign-in providers; undefined: none are configured, and the demo adds its own. */
  oidcProviders: OidcSettings[] | undefined;
  /** Connections to PostgreSQL at most, for each server. */
  databasePoolMax: number;
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
  const production = text('NODE_ENV') === 'production';
  const adminEmail = check('ADMIN_EMAIL', email, 'an e-mail address');
  const adminPassword = env.ADMIN_PASSWORD || undefined;
  if (adminPassword !== undefined && !isStrongPassword(adminPassword)) {
    faults.push(`ADMIN_PASSWORD must be ${strongPassword}`);
  }
  if ((adminEmail === undefined) !== (adminPassword === undefined)) {
    faults.push('ADMIN_EMAIL and ADMIN_PASSWORD must be set together');
  }

  const publicUrl = check('PUBLIC_URL', origin, 'an http(s) origin without a path');
  const providers = check('OIDC_PROVIDERS', jsonFile, 'the path of a JSON file');
  const oidc = providers && readOidcSettings(providers.json);
  faults.push(...(oidc?.faults ?? []).map((fault) => `OIDC_PROVIDERS${fault}`));

  const config: Config = {
    production,
    host: check('HOST', host, 'an IP address or a host name') ?? '127.0.0.1',
    port: check('PORT', port, 'a port number from 0 to 65535') ?? 3000,
    publicUrl,
    dataDir: path.resolve(text('DATA_DIR') ?? '.data'),
    databaseUrl,
    admin: adminEmail && adminPassword ? { email: adminEmail, password: adminPassword } : undefined,
    demo: check('DEMO', flag, '0 or 1') ?? (databaseUrl === undefined && !production),
    trustProxy: check('TRUST_PROXY', list(cidr), 'a comma-separated list of addresses or CIDR ranges') ?? [],
    logLevel: check('LOG_LEVEL', oneOf(logLevels), `one of ${logLevels.join(', ')}`) ?? 'info',
    allowedOrigins: check('ALLOWED_ORIGINS', list(anyOrigin), 'a comma-separated list of origins') ?? [],
    videoProvider: check('VIDEO_PROVIDER', oneOf(['local'] as const), 'local (others come later)') ?? 'local',
    smtpUrl: check('SMTP_URL', mailServer, 'an smtp:// or smtps:// address'),
    mailFrom:
      check('MAIL_FROM', mailbox, 'an address such as Ringside <no-reply@ringside.example>') ??
      defaultSender(publicUrl),
    oidcProviders: oidc?.settings,
    databasePoolMax: check('DATABASE_POOL_MAX', whole(1, 500), 'a number from 1 to 500') ?? 10,
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
