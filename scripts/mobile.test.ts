import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { uncommitted } from './mobile.ts';

let folder = '';
const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, stdio: 'ignore' });
const write = (path: string, text: string) => writeFileSync(join(folder, path), text);

beforeEach(() => {
  // A hook of git names its own repository.
  for (const name of ['GIT_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE']) vi.stubEnv(name, undefined);
  folder = mkdtempSync(join(tmpdir(), 'ringside-platforms-'));
  for (const name of ['android', 'ios', 'www']) mkdirSync(join(folder, name));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

function commit() {
  git('init');
  write('android/settings.gradle', 'one');
  write('ios/Package.swift', 'one');
  write('.gitignore', 'build\n');
  git('add', '.');
  const author = ['-c', 'user.name=Mia', '-c', 'user.email=mia@ringside.test'];
  git(...author, '-c', 'commit.gpgsign=false', 'commit', '-m', 'The platforms');
}

it('sees what is changed, new, staged or gone in the platform folders, and each change after it', () => {
  commit();
  expect(uncommitted(folder)).toBe('');
  write('android/settings.gradle', 'two');
  const changed = uncommitted(folder);
  expect(changed).toContain('+two');
  write('android/settings.gradle', 'three');
  expect(uncommitted(folder)).not.toBe(changed);
  write('ios/new.plist', 'new');
  expect(uncommitted(folder)).toContain('?? ios/new.plist');
  git('add', '.');
  expect(uncommitted(folder)).toContain('A  ios/new.plist');
  rmSync(join(folder, 'ios/Package.swift'));
  expect(uncommitted(folder)).toContain(' D ios/Package.swift');
});

it('does not see what git does not keep there, nor other folders', () => {
  commit();
  mkdirSync(join(folder, 'ios/build'));
  write('ios/build/app', 'built');
  write('www/index.html', 'built');
  expect(uncommitted(folder)).toBe('');
});

it('sees nothing in a copy without git', () => {
  write('android/settings.gradle', 'one');
  expect(uncommitted(folder)).toBe('');
});
