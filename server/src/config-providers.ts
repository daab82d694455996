/** The file of OIDC_PROVIDERS: a list of sign-in providers, each an OpenID Connect issuer. */
import { isLoopback } from './http/loopback.ts';

export interface OidcSettings {
  /** The provider's name in URLs, such as `google`. */
  code: string;
  name: string;
  issuer: string;
  /**
   * The name under which identities are stored when the issuer's URL changes, as in the demo; not allowed in the
   * file.
   */
  identityIssuer?: string;
  clientId: string;
  /** undefined: a public client, which has only PKCE. */
  clientSecret?: string;
  /** undefined: basic, if the issuer supports it. */
  clientAuthentication?: 'client_secret_basic' | 'client_secret_post';
  scopes?: string[];
  metadata?: Record<string, string>;
}

type Check = readonly [isGood: (value: unknown) => boolean, expected: string, isOptional?: 'optional'];

const text = (pattern: RegExp) => (value: unknown) => typeof value === 'string' && pattern.test(value);
const line = text(/^(?=.*\S)[^\p{Cc}]{1,255}$/u);

const fields: Record<Exclude<keyof OidcSettings, 'identityIssuer'>, Check> = {
  code: [text(/^(?=.{1,255}$)[a-z0-9]+(-[a-z0-9]+)*$/), 'lower-case letters, digits and single hyphens'],
  name: [line, 'a text of 1 to 255 characters'],
  issuer: [isIssuer, 'an https:// address without query (http:// on loopback alone)'],
  clientId: [line, 'a text of 1 to 255 characters'],
  clientSecret: [text(/^[^\p{Cc}]{1,4096}$/u), 'a text of 1 to 4096 characters', 'optional'],
  clientAuthentication: [
    text(/^client_secret_(basic|post)$/),
    'client_secret_basic or client_secret_post',
    'optional',
  ],
  scopes: [isListOf(text(/^[\x21\x23-\x5b\x5d-\x7e]+$/)), 'a list of scopes', 'optional'],
  metadata: [isMapOf(text(/^[^\p{Cc}]*$/u)), 'an object of texts', 'optional'],
};

/** @returns the faults by field, never with a value: some values are secrets. */
export function readOidcSettings(json: unknown): { settings: OidcSettings[]; faults: string[] } {
  if (!Array.isArray(json)) return { settings: [], faults: [' must be a list of providers'] };
  const faults = json.flatMap((entry, index) => faultsOf(entry).map((fault) => `[${index}]${fault}`));
  const codes = json.map((entry) => entry?.code);
  for (const [index, code] of codes.entries()) {
    if (typeof code === 'string' && codes.indexOf(code) !== index)
      faults.push(`[${index}].code must be unique`);
  }
  return { settings: faults.length > 0 ? [] : json, faults };
}

function faultsOf(entry: unknown): string[] {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return [' must be an object'];
  const given = entry as Record<string, unknown>;
  const unknown = Object.keys(given).filter((name) => !Object.hasOwn(fields, name));
  return [
    ...unknown.map((name) =>
      /^\w{1,40}$/.test(name) ? `.${name} is not a known field` : ' has an unknown field',
    ),
    ...Object.entries(fields).flatMap(([name, [isGood, expected, isOptional]]) => {
      const value = given[name];
      const isFine = value === undefined ? isOptional !== undefined : isGood(value);
      return isFine ? [] : [`.${name} must be ${expected}`];
    }),
  ];
}

function isIssuer(value: unknown): boolean {
  if (typeof value !== 'string' || !URL.canParse(value)) return false;
  const { protocol, hostname, search, hash, username, password } = new URL(value);
  const isBare = search === '' && hash === '' && username === '' && password === '';
  return isBare && (protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname)));
}

function isListOf(isGood: (value: unknown) => boolean) {
  return (value: unknown) => Array.isArray(value) && value.length > 0 && value.every(isGood);
}

function isMapOf(isGood: (value: unknown) => boolean) {
  return (value: unknown) =>
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every(isGood);
}
