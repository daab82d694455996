/** The steps of each tier, the cheapest first. */
import { join } from 'node:path';
import { buildStale } from '../builds.ts';
import { findBrowser } from '../find-browser.ts';
import { syncMobile } from '../mobile.ts';
import { binOf, root, runNode, type Tool } from '../run.ts';
import type { Engine, Options, Tier } from './options.ts';
import { nothingRan, type Outcome, readJourneysReport, readVitestReport } from './reports.ts';
import { findTestFiles, type Place } from './test-files.ts';

export interface Step {
  title: string;
  /** What a person types to repeat it. */
  command: string;
  /** Of its tests, where it is not the usual one. */
  engine?: Engine;
  /** @param report where the runner may write. */
  run(report: string): Promise<Outcome>;
}

/** The app is built for this address; web/e2e/native/fake-device.ts puts that of its worker in its place. */
const journeysOrigin = 'http://localhost:3210';
const typescript = join(root, 'node_modules/typescript/bin/tsc');
const reporter = join(root, 'scripts/testing/vitest-reporter.ts');
const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');

/** @throws when no test file has one of the words. */
export function stepsOf(options: Options): Step[] {
  const { tier, words, only, third } = options;
  if (words.length > 0) return stepsOfWords(options);
  const check = [...contractSteps(), ...codeSteps(), ...pureTests(tier)];
  const code = {
    check,
    test: [...check, ...apiTests(options), webTests('components', options)],
    all: [...check, ...apiTests(options), webTests('components', options), ...longSteps()],
    rest: [
      // Vitest shares files among the thirds, and refuses fewer files than thirds.
      ...apiTests(options),
      ...[...longSteps(), rulesOfServer(tier)].filter(
        (_, index) => third === undefined || index % 3 === third - 1,
      ),
    ],
  }[tier];
  const journeys = tier === 'check' ? [] : [builds, app, journeysOf(options)];
  return [...(only === 'journeys' ? [] : code), ...(only === 'code' ? [] : journeys)];
}

function stepsOfWords(options: Options): Step[] {
  const files = findTestFiles(options.words);
  if (Object.values(files).every(({ length }) => length === 0))
    throw new Error(`No test file and no journey has ${options.words.join(' or ')} in its path.`);
  const { engine } = options;
  const inPackage = (
    place: Place,
    folder: string,
    more: { project?: string; env?: Record<string, string> } = {},
  ) =>
    files[place].length === 0
      ? []
      : [vitestStep(`tests of ${place}`, { folder, files: files[place], options, ...more })];
  const isNative = files.journeys.some((file) => file.startsWith('web/e2e/native/'));
  return [
    ...inPackage('root', '.'),
    ...inPackage('openapi', 'openapi'),
    ...inPackage('rules', 'server', { project: 'rules' }),
    ...inPackage('api', 'server', { project: engine, env: { TEST_TIER: 'all' } }),
    ...inPackage('web', 'web'),
    ...inPackage('mobile', 'mobile-shell'),
    ...(files.journeys.length > 0
      ? [builds, ...(isNative ? [app] : []), journeysOf(options, files.journeys)]
      : []),
  ];
}

function contractSteps(): Step[] {
  return [
    toolStep('contract: lint', { in: 'openapi', args: ['scripts/lint.ts'] }),
    toolStep('contract: generated files are fresh', { in: 'openapi', args: ['scripts/check-fresh.ts'] }),
    toolStep('contract: breaking changes against the last landed one', {
      in: 'openapi',
      args: ['scripts/diff.ts'],
    }),
  ];
}

function codeSteps(): Step[] {
  return [
    ...['.', 'rules', 'server', 'web', 'mobile-shell'].map((folder) =>
      toolStep(`types of ${folder}`, { in: folder, args: [typescript, '-p', '.'] }),
    ),
    toolStep('server/schema.sql is fresh', { in: '.', args: ['scripts/schema.ts', '--check'] }),
    toolStep('lint', { in: '.', args: [biome, 'check', '--error-on-warnings', '.'] }),
    toolStep('import borders and circles', { in: '.', args: ['scripts/borders/check.ts'] }),
    toolStep('unused files, exports and dependencies', {
      in: '.',
      args: [binOf('.', 'knip/bin/knip.js'), '--no-progress', '--treat-config-hints-as-errors'],
    }),
  ];
}

/** Neither a server nor a page. */
function pureTests(tier: Tier): Step[] {
  return [
    vitestStep('tests of scripts', { folder: '.', under: 'scripts' }),
    vitestStep('tests of rules', { folder: '.', under: 'rules' }),
    vitestStep('tests of openapi', { folder: 'openapi', workers: 2 }),
    rulesOfServer(tier),
    webTests('pure'),
    webTests('rendering'),
    vitestStep('tests of mobile-shell', { folder: 'mobile-shell' }),
  ];
}

const rulesOfServer = (tier: Tier) =>
  vitestStep('rules of server', { folder: 'server', project: 'rules', env: { TEST_TIER: tier } });

const webTests = (project: 'pure' | 'rendering' | 'components', options?: Options) =>
  vitestStep(`${project} tests of web`, {
    folder: 'web',
    project,
    options,
  });

function apiTests(options: Options): Step[] {
  const { tier, hasPostgres } = options;
  const on = (project: Engine | 'clocks-apart', title: string) =>
    vitestStep(title, { folder: 'server', project, options, env: { TEST_TIER: tier } });
  if (!hasPostgres) return [on('pglite', 'API on PGlite')];
  return [
    on('postgres', 'API on PostgreSQL'),
    on('pglite', 'API on PGlite'),
    ...(tier === 'test' ? [] : [on('clocks-apart', 'API on two servers with clocks apart')]),
  ];
}

/** Small runs of what `pnpm fuzz`, `pnpm faults` and `pnpm bench` do for longer. */
function longSteps(): Step[] {
  return [
    toolStep('benches, each for a moment', { in: '.', args: ['scripts/bench.ts', '--small'] }),
    toolStep('odd encoders and films, one of each kind', { in: '.', args: ['scripts/cases.ts', '--small'] }),
  ];
}

const builds: Step = {
  title: 'builds of the client and the API docs',
  command: 'pnpm build',
  async run() {
    await buildStale();
    return nothingRan();
  },
};

const app: Step = {
  title: 'build of the native app',
  command: `RINGSIDE_ORIGIN=${journeysOrigin} pnpm mobile:sync`,
  async run() {
    // A computer that checks a commit has changed nothing, also when it keeps the folders of the run before.
    await syncMobile({ RINGSIDE_ORIGIN: journeysOrigin }, { mustBeCommitted: Boolean(process.env.CI) });
    return nothingRan();
  },
};

/** `pnpm test` has a journey for each promise of the product: they are tagged. */
const promise = '@promise';

/** @param files only these; by default those of the tier. */
function journeysOf({ tier, third, headed, name }: Options, files: string[] = []): Step {
  const chosen =
    files.length > 0
      ? files.map((file) => `${escaped(file.replace(/^web\//, ''))}$`)
      : { check: [], test: ['--grep', promise], all: [], rest: ['--grep-invert', promise] }[tier];
  const args = [
    binOf('web', '@playwright/test/cli.js'),
    'test',
    ...chosen,
    ...(third === undefined ? [] : [`--shard=${third}/3`]),
    ...(name === undefined ? [] : ['--grep', name]),
    ...(headed ? ['--headed', '--workers=1'] : []),
  ];
  return {
    title: 'browser journeys',
    command: 'pnpm test --only journeys',
    async run(report) {
      const chromium = findBrowser();
      if (chromium === undefined)
        return { ...nothingRan(), skipped: new Map([['Chromium', await countOf(args, report)]]) };
      const code = await runNode({
        in: 'web',
        args: [...args, '--retries=1', '--reporter=list,json'],
        env: { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
      });
      return mustHaveSaidWhy(code, readJourneysReport(report));
    },
  };
}

/** How many journeys the arguments choose. */
async function countOf(args: string[], report: string): Promise<number> {
  await runNode({
    in: 'web',
    args: [...args, '--list', '--reporter=json'],
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: report },
  });
  const { passed, failures, skipped } = readJourneysReport(report);
  return passed + failures.length + [...skipped.values()].reduce((sum, count) => sum + count, 0);
}

interface VitestRun {
  /** The package. */
  folder: string;
  /** Where its tests are, if not in all of the package. */
  under?: string;
  /** Only these, as paths from the root. */
  files?: string[];
  project?: string;
  /** Where the package has no configuration: Vitest leaves one core idle, which is half of a small machine. */
  workers?: number;
  options?: Options | undefined;
  env?: Record<string, string>;
}

function vitestStep(
  title: string,
  { folder, under, files = [], project, workers, options, env = {} }: VitestRun,
): Step {
  const args = [
    binOf(folder, 'vitest/vitest.mjs'),
    'run',
    '--retry=1',
    '--passWithNoTests',
    '--reporter=default',
    `--reporter=${reporter}`,
    ...(project === undefined ? [] : ['--project', project]),
    ...(options?.third === undefined ? [] : [`--shard=${options.third}/3`]),
    ...(options?.name === undefined ? [] : ['--testNamePattern', options.name]),
    ...(under === undefined ? [] : ['--dir', under]),
    ...(workers === undefined ? [] : [`--maxWorkers=${workers}`]),
    ...files.map((file) => (folder === '.' ? file : file.slice(folder.length + 1))),
  ];
  return {
    title,
    ...(project === 'pglite' && options?.hasPostgres ? { engine: project } : {}),
    command: `cd ${folder} && npx vitest run${project === undefined ? '' : ` --project ${project}`}`,
    async run(report) {
      const code = await runNode({ in: folder, args, env: { ...env, TEST_REPORT: report } });
      return mustHaveSaidWhy(code, readVitestReport(report));
    },
  };
}

/** A runner can fail without a failed test: an error after the tests, or before them. */
function mustHaveSaidWhy(code: number, outcome: Outcome): Outcome {
  if (code !== 0 && outcome.failures.length === 0) throw new Error(`exit ${code}`);
  return outcome;
}

function toolStep(title: string, tool: Tool): Step {
  const args = tool.args.map((arg) => arg.replace(root, ''));
  return {
    title,
    command: `${tool.in === '.' ? '' : `cd ${tool.in} && `}node ${args.join(' ')}`,
    async run() {
      const code = await runNode(tool);
      if (code !== 0) throw new Error(`exit ${code}`);
      return nothingRan();
    },
  };
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
