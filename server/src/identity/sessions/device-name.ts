/** A device as people call it, from the user agent of its sign-in. Only to be read: user agents may say anything. */

/** Most browsers also name those that they descend from: the first that fits is meant. */
const browsers: Array<[name: string, pattern: RegExp]> = [
  ['Edge', /\b(Edg|EdgA|EdgiOS)\//],
  ['Opera', /\b(OPR|OPX|OPiOS)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS)\//],
  ['Safari', /\bVersion\/\S+ .*\bSafari\//],
];

const platforms: Array<[name: string, pattern: RegExp]> = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['TV', /\b(SmartTV|SMART-TV|Tizen|Web0S|GoogleTV|Android TV|BRAVIA|CrKey)\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Mac', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
];

/** @returns for example "Firefox on Windows"; what is known of it, or "Unknown device". */
export function deviceName(userAgent: string | null): string {
  const nameIn = (list: typeof browsers) => list.find(([, pattern]) => pattern.test(userAgent ?? ''))?.[0];
  const known = [nameIn(browsers), nameIn(platforms)].filter((name) => name !== undefined);
  return known.join(' on ') || 'Unknown device';
}
