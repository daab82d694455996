import { stripVTControlCharacters } from 'node:util';
import type { Options } from './options.ts';
import type { Result } from './run-steps.ts';

/** What the tests are about that need a tool. */
const subjects: Record<string, string> = {
  Chromium: 'browser journeys',
  ffmpeg: 'tests of encoders and players',
  'ffmpeg with SRT': 'tests of SRT',
  GStreamer: 'tests of GStreamer as an encoder',
  'GStreamer with hlsdemux2': 'tests of GStreamer as a player',
  mpv: 'tests of mpv as a player',
  nginx: 'tests of docs/nginx.conf',
  openssl: 'tests of encrypted ingest',
  streamlink: 'tests of streamlink as a player',
};

/** Failures, second tries, tests without their tool, and the count of every runner. */
export function lastLines(results: Result[], { hasPostgres, tier, words }: Options): string {
  const failures = results.flatMap((result) => result.failures);
  const repeated = results.flatMap((result) => result.repeated);
  const passed = results.reduce((sum, result) => sum + result.passed, 0);
  const seconds = results.reduce((sum, result) => sum + result.seconds, 0);
  const skipped = new Map<string, number>();
  for (const [tool, count] of results.flatMap((result) => [...result.skipped]))
    skipped.set(tool, (skipped.get(tool) ?? 0) + count);
  const [others, needing] = [skipped.get('') ?? 0, [...skipped].filter(([tool]) => tool !== '')];
  const askedForApi = tier !== 'check' || words.length > 0;
  const lines = [
    ...failures.map(({ name, command }) => `FAILED ${oneLine(name)} (again: ${command})`),
    ...repeated.map((name) => `at the second try: ${oneLine(name)}`),
    ...(others > 0 ? [`${others} tests do not apply to this engine or system.`] : []),
    ...needing.map(
      ([tool, count]) => `${tool} is not installed: ${count} ${subjects[tool] ?? 'tests'} were skipped`,
    ),
    ...(askedForApi && !hasPostgres
      ? ['TEST_DATABASE_URL is not set: the API tests ran on the embedded engine alone.']
      : []),
    `${results.length} steps in ${(seconds / 60).toFixed(1)} minutes`,
    `${passed} passed, ${failures.length} failed`,
  ];
  return `\n${lines.join('\n')}\n`;
}

const oneLine = (text: string) => stripVTControlCharacters(text).replaceAll(/\s+/g, ' ').slice(0, 300).trim();
