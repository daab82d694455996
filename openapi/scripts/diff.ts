/**
 * Reports what would break a client of the last landed contract. Fails only on a branch that is ahead of
 * `origin/main` and does not raise the major version; elsewhere it only reports, against the previous commit.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { generatedFolder } from './contract-files.ts';
import { contractFolder, tryRedocly } from './redocly.ts';

interface Report {
  summary: Record<'major' | 'minor' | 'patch', number>;
  changes: Array<{ impact: string; path: string; verdicts: Array<{ impact: string; message: string }> }>;
}

const current = join(generatedFolder, 'openapi.json');
const landed = await findLandedContract();
if (landed === undefined) {
  process.stdout.write('There is no earlier contract to compare with: this is the first one.\n');
} else {
  await report(landed);
}

async function report(base: { text: string; commit: string; isBinding: boolean }): Promise<void> {
  const { summary, changes } = await compare(base.text);
  process.stdout.write(
    `Compared with ${base.commit.slice(0, 7)}: ${summary.major} breaking changes, ${summary.minor} additions, ${summary.patch} others.\n`,
  );
  for (const { path, verdicts } of changes.filter(({ impact }) => impact === 'major')) {
    const messages = verdicts.filter(({ impact }) => impact === 'major').map(({ message }) => message);
    process.stdout.write(`  ${messages.join(' ')}\n    at ${path}\n`);
  }
  const isRaised = majorOf(await readFile(current, 'utf8')) > majorOf(base.text);
  if (summary.major > 0 && base.isBinding && !isRaised) {
    process.stderr.write('Keep what clients rely on, or raise the major version in openapi.yaml.\n');
    process.exitCode = 1;
  }
}

async function compare(base: string): Promise<Report> {
  const folder = await mkdtemp(join(tmpdir(), 'ringside-diff-'));
  try {
    const file = join(folder, 'landed.json');
    await writeFile(file, base);
    const config = ['--config', 'redocly-diff.yaml', '--format', 'json', '--fail-on', 'none'];
    const { succeeded, stdout, stderr } = await tryRedocly('diff', file, current, ...config);
    if (!succeeded) throw new Error(stderr);
    return JSON.parse(stdout);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function findLandedContract() {
  const head = await git('rev-parse', 'HEAD');
  const fork = await git('merge-base', 'HEAD', 'origin/main');
  const isBinding = fork !== undefined && fork !== head;
  const commit = isBinding ? fork : await git('rev-parse', 'HEAD^');
  const text = commit && (await git('show', `${commit}:openapi/generated/openapi.json`));
  return commit && text ? { text, commit, isBinding } : undefined;
}

/** @returns undefined when Git fails: outside a repository, in a shallow clone, before the first contract. */
async function git(...parameters: string[]): Promise<string | undefined> {
  const options = { cwd: contractFolder, maxBuffer: 2 ** 26 };
  const answer = await promisify(execFile)('git', parameters, options).catch(() => undefined);
  return answer?.stdout.trim();
}

function majorOf(contract: string): number {
  return Number.parseInt(JSON.parse(contract).info.version, 10);
}
