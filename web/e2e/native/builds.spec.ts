import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from '@playwright/test';
import { test } from '../journey.ts';

const web = path.join(import.meta.dirname, '../../dist');
const app = path.join(import.meta.dirname, '../../../mobile-shell/www');

const filesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
const naming = (folder: string, words: RegExp) =>
  filesOf(folder).filter((file) => /\.(?:js|css|html)$/.test(file) && words.test(readFileSync(file, 'utf8')));

/** Of Capacitor, and of the shell around it. */
const shellWords = /Capacitor|PluginHeaders|ringside:\/\/|SecureStorage|shell-refusal/;

test('the client of browsers carries nothing of the native shell', () => {
  expect(filesOf(web).length).toBeGreaterThan(100);
  expect(naming(web, shellWords)).toEqual([]);
  expect(naming(app, shellWords)).not.toEqual([]);
});

test('the client of the app carries nothing of a server, and asks no other host', () => {
  expect(readdirSync(app).sort()).toEqual(['assets', 'cannot-open.html', 'favicon.svg', 'index.html']);
  expect(filesOf(app).filter((file) => /\.(?:br|gz)$/.test(file))).toEqual([]);
  const page = readFileSync(path.join(app, 'index.html'), 'utf8');
  const [, policy = ''] = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(page) ?? [];
  const directives = policy.replaceAll('&#39;', "'").split('; ');
  expect(directives).toContain("script-src 'self'");
  expect(directives).toContain("default-src 'self'");
  expect(directives.find((directive) => directive.startsWith('connect-src'))).toMatch(
    /^connect-src 'self' https?:\/\/[^ ;*]+$/,
  );
  // An old webview runs no script of today.
  expect(readFileSync(path.join(app, 'cannot-open.html'), 'utf8')).not.toContain('<script');
  // Before the first script, or that one would run without it.
  expect(page.indexOf('Content-Security-Policy')).toBeLessThan(page.indexOf('<script'));
});
