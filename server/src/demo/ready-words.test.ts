import { expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { demoEvents, demoPassword, liveDemoSlug } from './demo-data.ts';
import { readyWords } from './ready-words.ts';

const urls = {
  url: 'https://ringside.example',
  localUrl: 'http://localhost:3000',
  paymentsUrl: 'http://localhost:4000',
};

it('lists what to try first in the demo, with addresses', () => {
  const words = readyWords(readConfig({}), urls);
  expect(words).toMatch(/^Ringside is ready at https:\/\/ringside\.example\n/);
  for (const address of [
    `${urls.url}/competitions/${liveDemoSlug}/live`,
    `${urls.url}/admin`,
    `${urls.url}/docs`,
    `${urls.localUrl}/demo/mail`,
    urls.paymentsUrl,
  ]) {
    expect(words).toContain(`${address}`);
  }
  const now = new Date();
  const live = demoEvents(now).find(({ event }) => event.slug === liveDemoSlug);
  expect(live?.event.startDate && new Date(live.event.startDate) < now).toBe(true);
});

it('prints one line without the demo', () => {
  expect(readyWords(readConfig({ DEMO: '0', HOST: '0.0.0.0' }), { ...urls, paymentsUrl: undefined })).toBe(
    'Ringside is ready at https://ringside.example\n',
  );
});

it.each([
  ['HOST opens', { HOST: '0.0.0.0' }],
  ['PUBLIC_URL opens', { PUBLIC_URL: 'https://ringside.example' }],
  ['HOST and TRUST_PROXY open', { HOST: '0.0.0.0', TRUST_PROXY: '10.0.0.1' }],
])('says that there are no accounts because %s the server', (cause, env) => {
  const words = readyWords(readConfig(env), urls);
  expect(words).toContain(`The demo has no accounts, because ${cause} this server to others.`);
  expect(words).toMatch(/ADMIN_EMAIL[\s\S]*DEMO=0/);
  expect(words).not.toContain(demoPassword);
});
