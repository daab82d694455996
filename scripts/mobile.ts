/** Builds the web client for the native shell and puts it into both platform folders. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSettings, type ShellSettings } from '../mobile-shell/settings.ts';
import { binOf, mustRun, root } from './run.ts';

const shell = join(root, 'mobile-shell');

/** @throws when a setting is wrong, a step fails, or a platform folder is not as it was committed. */
export async function syncMobile(environment: Record<string, string> = {}): Promise<void> {
  const settings = readSettings({ ...process.env, ...environment });
  // In a terminal both tools would draw progress bars.
  const env = { ...environment, CI: '1' };
  await mustRun('built the client of the app', {
    in: 'web',
    args: [
      binOf('web', 'vite/bin/vite.js'),
      ...['build', '--mode', 'native', '--outDir', join(shell, 'www'), '--emptyOutDir', '--logLevel', 'warn'],
    ],
    env,
  });
  writeIosSettings(settings);
  const before = uncommitted();
  await mustRun('copied it into both platforms', {
    in: 'mobile-shell',
    args: [binOf('mobile-shell', '@capacitor/cli/bin/capacitor'), 'sync'],
    // Otherwise the platforms would name folders of pnpm's store, which change with every version.
    env: { ...env, NODE_PRESERVE_SYMLINKS: '1' },
  });
  const after = uncommitted();
  if (after !== before) throw new Error(`The sync has changed files that git keeps:\n${after}`);
}

/** Xcode reads no environment. */
function writeIosSettings({ appId, origin }: ShellSettings): void {
  const lines = [`RINGSIDE_APP_ID = ${appId}`, `RINGSIDE_HOST = ${new URL(origin).hostname}`, ''];
  writeFileSync(join(shell, 'ios/ringside.local.xcconfig'), lines.join('\n'));
}

/** Files of the platforms that differ from the last commit; all the same where there is no git, as in a copy. */
function uncommitted(): string {
  try {
    return execFileSync('git', ['diff', 'HEAD', '--', 'android', 'ios'], {
      cwd: shell,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch {
    return '';
  }
}
