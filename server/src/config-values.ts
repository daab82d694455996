/** Parsers of the values in the environment: each returns the value, or undefined for an invalid one. */
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { isCommonPassword } from './common-passwords.ts';
import { readEmail } from './http/email-address.rules.ts';

export interface ObjectStoreConfig {
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/**
 * The rules for a new password (docs/product.md, 5.8), for passwords from the environment or the terminal.
 * @returns the rule that it breaks.
 */
export function passwordFault(value: string): string | undefined {
  const rules = [/^.{8,127}$/su, /[A-Z]/, /[a-z]/, /[0-9]/, /[^A-Za-z0-9\s]/];
  if (!rules.every((rule) => rule.test(value)))
    return 'must be 8 to 127 characters with an uppercase and a lowercase letter, a number and a special character';
  if (isCommonPassword(value)) return 'must not be a common password, also not with numbers or signs added';
  return undefined;
}

export function url(...protocols: string[]) {
  return (value: string) =>
    URL.canParse(value) && protocols.includes(new URL(value).protocol) ? value : undefined;
}

export function mailServer(value: string) {
  return url('smtp:', 'smtps:')(value) && new URL(value).hostname ? value : undefined;
}

/** Key and secret are percent-encoded: many secrets contain a `/` or `+`. */
export function objectStore(value: string): ObjectStoreConfig | undefined {
  if (url('s3:')(value) === undefined || /%(?![0-9a-f]{2})/i.test(value)) return undefined;
  const { host, username, password, pathname, searchParams, hash } = new URL(value);
  const { region = 'us-east-1', tls = '1', ...unknown } = Object.fromEntries(searchParams);
  const [, bucket = ''] = /^\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/?$/.exec(pathname) ?? [];
  if (!host || !username || !password || !bucket || hash || Object.keys(unknown).length > 0) return undefined;
  if (!/^[a-z0-9-]+$/.test(region) || flag(tls) === undefined) return undefined;
  return {
    endpoint: `${flag(tls) ? 'https' : 'http'}://${host}`,
    region,
    bucket,
    accessKeyId: decodeURIComponent(username),
    secretAccessKey: decodeURIComponent(password),
  };
}

export function origin(value: string) {
  const parsed = url('http:', 'https:')(value) && new URL(value);
  return parsed && parsed.pathname === '/' && !parsed.search ? parsed.origin : undefined;
}

/** Also the native shell's own schemes, such as `capacitor://localhost`. */
export function anyOrigin(value: string) {
  return /^[a-z][a-z0-9+.-]*:\/\/[^/\s]+$/i.test(value) ? value.toLowerCase() : undefined;
}

export function host(value: string) {
  return isIP(value) !== 0 || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(value) ? value : undefined;
}

export function port(value: string) {
  return /^\d{1,5}$/.test(value) && Number(value) <= 65535 ? Number(value) : undefined;
}

export function whole(least: number, most: number) {
  return (value: string) =>
    /^\d{1,9}$/.test(value) && Number(value) >= least && Number(value) <= most ? Number(value) : undefined;
}

/** For headers and claims: a line of printable ASCII. */
export function line(value: string) {
  return /^[\x21-\x7e]{1,255}$/.test(value) ? value : undefined;
}

export function secret(value: string) {
  return /^\S{16,}$/.test(value) ? value : undefined;
}

export function flag(value: string) {
  return new Map([
    ['0', false],
    ['false', false],
    ['1', true],
    ['true', true],
  ]).get(value);
}

/** `Ringside <no-reply@ringside.example>`, or the address alone. */
export function mailbox(value: string) {
  const [, name = '', bracketed] = /^([^<>\r\n"]*)<([^<>]+)>$/.exec(value) ?? [];
  const address = readEmail(bracketed ?? value);
  return address === undefined ? undefined : { name: name.trim() || 'Ringside', address };
}

export function defaultSender(publicUrl: string | undefined) {
  const hostname = publicUrl ? new URL(publicUrl).hostname : '';
  const address = isIP(hostname) ? undefined : readEmail(`no-reply@${hostname}`);
  return { name: 'Ringside', address: address ?? 'no-reply@ringside.test' };
}

export function cidr(value: string) {
  const [address = '', bits] = value.split('/');
  const family = isIP(address);
  if (family === 0) return undefined;
  return bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
    ? value
    : undefined;
}

export function list<T>(parse: (value: string) => T | undefined) {
  return (value: string) => {
    const items = value.split(',').map((item) => parse(item.trim()));
    return items.every((item) => item !== undefined) ? (items as T[]) : undefined;
  };
}

/** A key or a secret of Stripe, which its first letters name. */
export function stripeSecret(...starts: string[]) {
  return (value: string) =>
    starts.some((start) => value.startsWith(start)) && /^\w{10,255}$/.test(value) ? value : undefined;
}

export function oneOf<T extends string>(values: readonly T[]) {
  return (value: string) => values.find((item) => item === value);
}

export function jsonFile(value: string) {
  try {
    return { json: JSON.parse(readFileSync(value, 'utf8')) as unknown };
  } catch {
    return undefined;
  }
}
