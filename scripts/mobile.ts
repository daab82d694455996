/** Builds the web client for the native shell and puts it into both platform folders. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSettings, type ShellSettings } from '../mobile-shell/settings.ts';
import { binOf, mustRun, root } from './run.ts';

const shell = join(root, 'mobile-shell');

/**
 * @param mustBeCommitted true: the platform folders must have no change that is not committed. False: they must be the
 * same after the sync as before it, so that a developer can work on them.
 * @throws when a setting is wrong, a step fails, or a platform folder has changed.
 */
export async function syncMobile(
  environment: Record<string, string> = {},
  { mustBeCommitted = false } = {},
): Promise<void> {
  const settings = readSettings({ ...process.env, ...environment });
  // In a terminal both tools would draw progress bars.
  const env = { ...environment, CI: '1' };
  await mustRun('built the client of the app', {
    in: 'web',
    args: [
      binOf('web', 'vite/bin/vite.js'),
      'build',
      '--mode',
      'native',
      '--outDir',
      join(shell, 'www'),
      '--emptyOutDir',
      '--logLevel',
      'warn',
    ],
    env,
  });
  writeIosSettings(settings);
  const before = mustBeCommitted ? '' : uncommitted(shell);
  await mustRun('copied it into both platforms', {
    in: 'mobile-shell',
    args: [binOf('mobile-shell', '@capacitor/cli/bin/capacitor'), 'sync'],
    // Otherwise the platforms would name folders of pnpm's store, which change with every version.
    env: { ...env, NODE_PRESERVE_SYMLINKS: '1' },
  });
  const after = uncommitted(shell);
  if (after !== before) throw new Error(`The platform folders are not as git keeps them:\n${after}`);
}

/** Xcode reads no environment. */
function writeIosSettings({ appId, origin }: ShellSettings): void {
  const lines = [`RINGSIDE_APP_ID = ${appId}`, `RINGSIDE_HOST = ${new URL(origin).hostname}`, ''];
  writeFileSync(join(shell, 'ios/ringside.local.xcconfig'), lines.join('\n'));
}

/** How the platform folders differ from the last commit, with new files; not at all where there is no git, as in a copy. */
export function uncommitted(folder: string): string {
  const git = (...args: string[]) =>
    execFileSync('git', [...args, '--', 'android', 'ios'], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  try {
    return git('status', '--porcelain', '--untracked-files=all') + git('diff', 'HEAD');
  } catch {
    return '';
  }
}
