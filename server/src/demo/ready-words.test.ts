import { expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { demoEvents, liveDemoSlug } from './demo-data.ts';
import { readyWords } from './ready-words.ts';

const urls = { url: 'https://ringside.example', localUrl: 'http://localhost:3000' };

it('lists what to try first in the demo, with addresses', () => {
  const words = readyWords(readConfig({}), urls);
  expect(words).toMatch(/^Ringside is ready at https:\/\/ringside\.example\n/);
  for (const address of [
    `${urls.url}/competitions/${liveDemoSlug}/live`,
    `${urls.url}/admin`,
    `${urls.url}/docs`,
    `${urls.localUrl}/demo/mail`,
  ]) {
    expect(words).toContain(`${address}`);
  }
  const now = new Date();
  const live = demoEvents(now).find(({ event }) => event.slug === liveDemoSlug);
  expect(live?.event.startDate && new Date(live.event.startDate) < now).toBe(true);
});

it.each([{ DEMO: '0' }, { HOST: '0.0.0.0' }])('prints one line without accounts with %j', (env) => {
  expect(readyWords(readConfig(env), urls)).toBe('Ringside is ready at https://ringside.example\n');
});
