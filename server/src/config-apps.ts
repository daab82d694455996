/** The native apps that belong to this server, from the environment (docs/product.md, section 40). */
import { type AppPushConfig, readPushConfig } from './config-push.ts';
import { line, list } from './config-values.ts';
import { isLoopback } from './http/loopback.ts';

export interface AppsConfig {
  /** Their pages call with bearer tokens, never with cookies. Exactly as browsers send them. */
  origins: readonly string[];
  /** Where they take back a sign-in that ran in the system's browser. Without query and fragment. */
  returnUrls: readonly string[];
  /** Apple's name of the app: team and bundle. */
  apple: string | undefined;
  android: { packageName: string; certificates: readonly string[] } | undefined;
  /** The services by which reminders reach them. */
  push: AppPushConfig;
}

export const noApps: AppsConfig = {
  origins: [],
  returnUrls: [],
  apple: undefined,
  android: undefined,
  push: {},
};

type Check = <T>(name: string, parse: (value: string) => T | undefined, expected: string) => T | undefined;

/** @param check reads a variable and notes its fault. */
export function readAppsConfig(
  check: Check,
  faults: string[],
  site: { publicUrl: string | undefined; allowedOrigins: readonly string[] },
): AppsConfig {
  const origins =
    check(
      'APP_ORIGINS',
      list(exactOrigin),
      'a comma-separated list of origins exactly as browsers send them, such as https://localhost,capacitor://localhost',
    ) ?? [];
  // One origin cannot be trusted with cookies and without them.
  if (origins.some((origin) => site.allowedOrigins.includes(origin)))
    faults.push('APP_ORIGINS must name none of ALLOWED_ORIGINS: the pages of an app never use cookies');
  if (site.publicUrl !== undefined && origins.includes(site.publicUrl))
    faults.push('APP_ORIGINS must not name PUBLIC_URL: its own pages use cookies');
  const returnUrls =
    check(
      'APP_RETURN_URLS',
      list(appUrl),
      'a comma-separated list of addresses without query, such as ringside://sign-in,https://ringside.example/app/sign-in',
    ) ?? [];
  // Other addresses of the site belong to its pages.
  const isPage = (url: URL) => url.origin === site.publicUrl && !/^\/app(?:\/[\w-]+)+$/.test(url.pathname);
  if (returnUrls.some((url) => isPage(new URL(url))))
    faults.push('APP_RETURN_URLS must begin with /app/ at PUBLIC_URL, for example /app/sign-in');
  const apple = check('APPLE_APP', appleApp, 'a team and a bundle, such as A1B2C3D4E5.example.ringside.app');
  const packageName = check(
    'ANDROID_APP',
    androidPackage,
    'the name of a package, such as example.ringside.app',
  );
  const certificates = check(
    'ANDROID_CERTIFICATES',
    list(fingerprint),
    'a comma-separated list of SHA-256 fingerprints, each 32 pairs of hexadecimal digits with colons between them',
  );
  if ((packageName === undefined) !== (certificates === undefined))
    faults.push('ANDROID_APP and ANDROID_CERTIFICATES must be set together');
  const android = packageName && certificates ? { packageName, certificates } : undefined;
  return { origins, returnUrls, apple, android, push: readPushConfig(check, faults, apple) };
}

/** Browsers leave pages of these schemes without an origin, run them, or read them from the disk. */
const unfit = /^(?:about|blob|data|file|filesystem|ftp|intent|javascript|vbscript|view-source|wss?):/;

/** Compared as text, because a URL parser calls the origin of every app `null`. */
function exactOrigin(value: string): string | undefined {
  if (unfit.test(value) || !/^[a-z][a-z0-9+.-]*:\/\/[a-z0-9.[\]:-]*[a-z0-9\]]$/.test(value)) return undefined;
  if (!URL.canParse(value)) return undefined;
  const { origin, protocol, host } = new URL(value);
  return (origin === 'null' ? `${protocol}//${host}` : origin) === value ? value : undefined;
}

/** @returns the address as a URL parser writes it. */
function appUrl(value: string): string | undefined {
  if (!line(value) || /[?#\\@,]/.test(value) || !URL.canParse(value) || unfit.test(value.toLowerCase()))
    return undefined;
  const url = new URL(value);
  if (url.host === '' || (url.protocol === 'http:' && !isLoopback(url.hostname))) return undefined;
  return url.href;
}

function appleApp(value: string): string | undefined {
  return /^[A-Z0-9]{10}\.[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+$/.test(value) ? value : undefined;
}

function androidPackage(value: string): string | undefined {
  return /^[A-Za-z]\w*(?:\.[A-Za-z]\w*)+$/.test(value) ? value : undefined;
}

function fingerprint(value: string): string | undefined {
  return /^[0-9A-F]{2}(?::[0-9A-F]{2}){31}$/i.test(value) ? value.toUpperCase() : undefined;
}
