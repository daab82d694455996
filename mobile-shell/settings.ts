/**
 * What a build of the app takes from the environment: the server that it talks to, and its identifier in the stores. The
 * defaults are for a look at the app on a developer's machine.
 */
export interface ShellSettings {
  appId: string;
  /** Of the server: scheme, host and port. */
  origin: string;
  /** Other origins from which video comes, when a provider keeps it. */
  mediaOrigins: string[];
}

export const defaults = { appId: 'live.ringside.app', origin: 'http://localhost:3000' } as const;

/** Both stores: at least two parts of letters and digits. A hyphen is for Apple alone, an underscore for Android alone. */
const appIdPattern = /^[a-z][a-z0-9]*(\.[a-z][a-z0-9]*)+$/i;
const ownMachine = ['localhost', '127.0.0.1'];

/** @throws an Error with one sentence that names the variable. */
export function readSettings(environment: Record<string, string | undefined>): ShellSettings {
  const appId = environment.RINGSIDE_APP_ID || defaults.appId;
  if (!appIdPattern.test(appId)) {
    throw new Error(`RINGSIDE_APP_ID must be an identifier such as ${defaults.appId}, not "${appId}".`);
  }
  const origin = readOrigin('RINGSIDE_ORIGIN', environment.RINGSIDE_ORIGIN || defaults.origin);
  const mediaOrigins = (environment.RINGSIDE_MEDIA_ORIGINS ?? '')
    .split(',')
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .map((text) => readOrigin('RINGSIDE_MEDIA_ORIGINS', text));
  return { appId, origin, mediaOrigins };
}

/** The webview blocks plain http, except to the own machine. */
function readOrigin(name: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isOrigin = url !== undefined && url.origin === text.replace(/\/$/, '');
  const isSafe = url?.protocol === 'https:' || ownMachine.includes(url?.hostname ?? '');
  if (isOrigin && isSafe) return url.origin;
  throw new Error(`${name} must be an origin such as https://ringside.example, not "${text}".`);
}
