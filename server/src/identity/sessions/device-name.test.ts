import { describe, expect, it } from 'vitest';
import { deviceName } from './device-name.ts';

const webKit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const blink = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)';
const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X)';
const android = 'Mozilla/5.0 (Linux; Android 10; K)';
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)';

describe('deviceName', () => {
  it.each<[name: string, userAgent: string | null]>([
    [
      'Firefox on Windows',
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0',
    ],
    ['Firefox on Linux', 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'],
    ['Firefox on iPhone', `${iPhone} ${webKit} FxiOS/145.0 Mobile/15E148 Safari/605.1.15`],
    ['Chrome on Windows', `${windows} ${blink} Chrome/142.0.0.0 Safari/537.36`],
    ['Chrome on Android', `${android} ${blink} Chrome/142.0.0.0 Mobile Safari/537.36`],
    ['Chrome on iPhone', `${iPhone} ${webKit} CriOS/142.0.0.0 Mobile/15E148 Safari/604.1`],
    [
      'Chrome on ChromeOS',
      `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${blink} Chrome/142.0.0.0 Safari/537.36`,
    ],
    ['Edge on Windows', `${windows} ${blink} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`],
    ['Opera on Mac', `${mac} ${blink} Chrome/142.0.0.0 Safari/537.36 OPR/126.0.0.0`],
    [
      'Samsung Internet on Android',
      `${android} ${blink} SamsungBrowser/29.0 Chrome/136.0.0.0 Mobile Safari/537.36`,
    ],
    ['Safari on iPhone', `${iPhone} ${webKit} Version/19.1 Mobile/15E148 Safari/604.1`],
    ['Safari on iPad', `Mozilla/5.0 (iPad; CPU OS 17_7) ${webKit} Version/17.7 Mobile/15E148 Safari/604.1`],
    ['Safari on Mac', `${mac} ${webKit} Version/19.1 Safari/605.1.15`],
    ['Chrome on TV', `Mozilla/5.0 (Web0S; Linux/SmartTV) ${blink} Chrome/120.0.0.0 Safari/537.36`],
    // Web views and old browsers do not name themselves.
    ['iPhone', `${iPhone} ${webKit} Mobile/15E148`],
    ['Windows', 'Mozilla/5.0 (Windows NT 6.1; Trident/7.0; rv:11.0) like Gecko'],
    ['Firefox', 'Firefox/145.0'],
    ['Unknown device', 'curl/8.5.0'],
    ['Unknown device', ''],
    ['Unknown device', null],
  ])('returns %s for %s', (name, userAgent) => {
    expect(deviceName(userAgent)).toBe(name);
  });
});
