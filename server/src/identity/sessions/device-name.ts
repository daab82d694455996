/** A readable name of a device, from its user agent. For display only: clients can send any user agent. */

/** Most browsers also name the browsers that they are based on, so the first match is the right one. */
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

/** @returns for example "Firefox on Windows", or "Firefox", or "Unknown device" when nothing is known. */
export function deviceName(userAgent: string | null): string {
  const nameIn = (list: typeof browsers) => list.find(([, pattern]) => pattern.test(userAgent ?? ''))?.[0];
  const known = [nameIn(browsers), nameIn(platforms)].filter((name) => name !== undefined);
  return known.join(' on ') || 'Unknown device';
}
