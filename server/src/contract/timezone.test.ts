import { expect, it } from 'vitest';
import { isTimezone } from './timezone.ts';

it.each([
  'Europe/Amsterdam',
  'europe/amsterdam',
  'UTC',
  'utc',
  'GMT',
  'Etc/GMT+5',
  'Asia/Calcutta',
  'US/Eastern',
  'EST5EDT',
  'CET',
  'America/Argentina/Buenos_Aires',
])('knows %s', (name) => {
  expect(isTimezone(name)).toBe(true);
});

it.each([
  '',
  'Mars/Olympus',
  '+02:00',
  '-05',
  'Europe/Amsterdam ',
  'localtime',
  // What only ICU knows.
  'ACT',
  'act',
  'JST',
  'PST',
  'IST',
  'SystemV/AST4',
])('refuses %o', (name) => {
  expect(isTimezone(name)).toBe(false);
});
