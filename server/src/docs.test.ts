/** What the prose of the repository says about the code, as far as a machine can compare them. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const textOf = (file: string) => readFileSync(path.join(root, file), 'utf8');
const matchesIn = (file: string, pattern: RegExp) =>
  [...textOf(file).matchAll(pattern)].map(([, match = '']) => match);

describe('the list of the environment', () => {
  it('names every variable that is read, and no other', () => {
    const sections = textOf('docs/operations.md').split('\n## ');
    const lines =
      sections.find((section) => section.startsWith('Environment'))?.match(/^- (?:`[A-Z_]+`(?:, )?)+/gm) ??
      [];
    const documented = lines.flatMap((line) => line.match(/[A-Z][A-Z_]+/g) ?? []);
    const read = ['config.ts', 'config-apps.ts', 'config-push.ts', 'config-video.ts']
      .map((file) => textOf(`server/src/${file}`))
      .join('')
      .matchAll(/\b(?:check|text)\(\s*'([A-Z_]+)'|\benv\.([A-Z_]+)/g);
    const names = [...read].map(([, checked, taken]) => String(checked ?? taken));
    expect(documented.toSorted()).toEqual([...new Set(names)].toSorted());
  });
});

const areaPages = globSync('{server,web}/src/**/README.md', { cwd: root });
const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'openapi/README.md',
  'rules/README.md',
  'mobile-shell/README.md',
  'scripts/demo-film/README.md',
  ...globSync('docs/**/*.md', { cwd: root }),
  ...areaPages,
];

/** The rules of the product: the index with the words, and a page for each area. */
const rulePages = ['docs/product.md', ...globSync('docs/product/*.md', { cwd: root })];
const inRules = (pattern: RegExp) => rulePages.flatMap((page) => matchesIn(page, pattern));

/** Read once: hundreds of names are looked up. */
const known = globSync(
  ['*', '{.github,docs,mobile-shell,openapi,rules,scripts,server,web}/**/*.{ts,tsx,yaml,md}'],
  {
    cwd: root,
    exclude: (name) => /(?:^|\/)(?:node_modules|dist)$/.test(name),
  },
).join('\n');
const places =
  '(?:server/|rules/|openapi/(?:scripts/|test/)?|web/(?:e2e/native/)?|mobile-shell/(?:src/)?|(?:server/src|server/test|web/src)/(?:.*/)?)?';
const isFile = (name: string) => {
  const parts: Record<string, string> = { '**/': '(?:.*/)?', '*': '[^/\n]*' };
  const pattern = name.replaceAll(/\*\*\/|\*|[.]/g, (part) => parts[part] ?? `\\${part}`);
  return new RegExp(`^${places}${pattern}$`, 'm').test(known);
};

describe.each(documents)('%s', (file) => {
  it('names files that exist', () => {
    const names = matchesIn(file, /`([\w./*-]+\.(?:ts|tsx|yaml|md))`/g).filter(
      (name) => !name.startsWith('*.'),
    );
    expect(names.filter((name) => !isFile(name))).toEqual([]);
  });

  it('links to documents and headings that exist', () => {
    const isBroken = (link: string) => {
      const [target, anchor] = link.split('#');
      const document = target ? path.join(path.dirname(file), target) : file;
      if (globSync(path.join(root, document)).length === 0) return true;
      return anchor !== undefined && !anchorsOf(document).includes(anchor);
    };
    expect(
      matchesIn(file, /\]\(([^)\s]+)\)/g).filter((link) => !link.includes(':') && isBroken(link)),
    ).toEqual([]);
  });
});

it('every room has a README, except those that need no words', () => {
  const rooms = globSync('{server/src,web/src,web/src/viewer}/*/**/*.ts', { cwd: root }).map((file) =>
    file
      .split(path.sep)
      .slice(0, file.startsWith('web/src/viewer') ? 4 : 3)
      .join('/'),
  );
  const without = [...new Set(rooms)].filter((room) => !areaPages.includes(`${room}/README.md`));
  expect(without.toSorted()).toEqual(['web/src/live', 'web/src/test']);
});

it('an area names its own files from its folder, others by their whole path', () => {
  const unknown = areaPages.flatMap((page) => {
    const names = matchesIn(page, /`([\w./*-]+\/|[\w./-]+\.tsx?)`/g);
    const own = path.dirname(page);
    const besides = names.flatMap((name) => [path.dirname(name), path.join(own, path.dirname(name))]);
    const folders = [own, path.dirname(own), '.', ...besides];
    const isNamed = (name: string) => folders.some((folder) => existsSync(path.join(root, folder, name)));
    return names.filter((name) => !isNamed(name)).map((name) => `${page}: ${name}`);
  });
  expect(unknown).toEqual([]);
});

it('a page names commands that exist', () => {
  const scripts = ['package.json', 'openapi/package.json'].flatMap((file) =>
    Object.keys(JSON.parse(textOf(file)).scripts),
  );
  const commands = documents.flatMap((page) => matchesIn(page, /`pnpm (?:run )?([a-z][\w:-]+)/g));
  expect(commands.length).toBeGreaterThan(50);
  expect(commands.filter((command) => ![...scripts, 'install'].includes(command))).toEqual([]);
});

/** They say what a reader needs, and no more. Marks alone are no words. The limit grows with what the product can do. */
it('the pages stay short', () => {
  const texts = ['README.md', ...documents.filter((page) => page.startsWith('docs/')), ...areaPages].map(
    textOf,
  );
  const words = texts.flatMap((text) => text.split(/\s+/)).filter((word) => /\w/.test(word));
  expect(words.length).toBeLessThanOrEqual(62_500);
});

describe('a citation', () => {
  const files = globSync(['{server,web,openapi,scripts,mobile-shell}/**/*.{ts,tsx,css,yaml,js}'], {
    cwd: root,
    exclude: (name) => /node_modules|dist|generated|mobile-shell\/(?:www|ios|android)/.test(name),
  });

  it('names a text of this repository', () => {
    const foreign =
      /\b(?:specification|design), sections? \d|(?<!docs\/)\b(?:spec|design|security|streaming|ux)\.md\b/;
    expect(files.filter((file) => foreign.test(textOf(file)) && file !== 'server/src/docs.test.ts')).toEqual(
      [],
    );
  });

  it('finds each rule of the product once', () => {
    const numbers = inRules(/^\*\*(\d+\.\d+)\*\*/gm);
    expect(numbers.length).toBeGreaterThan(100);
    expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([]);
  });

  it('of the product names a section or a rule that exists', () => {
    const numbers = inRules(/^(?:## |\*\*)(\d+(?:\.\d+)?)[.*]/gm);
    const cited = files.flatMap((file) =>
      matchesIn(file, /docs\/product\.md,[\s*]+(?:sections? )?(\d[\d.]*(?:(?:,| to| and) \d[\d.]*)*)/g)
        .flatMap((numbers) => numbers.match(/\d+(?:\.\d+)?/g) ?? [])
        .map((number) => ({ file, number })),
    );
    expect(cited.length).toBeGreaterThan(10);
    expect(cited.filter(({ number }) => !numbers.includes(number))).toEqual([]);
  });

  it('of a rule in a README names one that exists', () => {
    const rules = inRules(/^\*\*(\d+\.\d+)\*\*/gm);
    const cited = documents
      .filter((file) => file.endsWith('/README.md'))
      .flatMap((file) => matchesIn(file, /^- \*\*(\d+\.\d+)\*\*/gm).map((rule) => ({ file, rule })));
    expect(cited.length).toBeGreaterThan(10);
    expect(cited.filter(({ rule }) => !rules.includes(rule))).toEqual([]);
  });
});

/** As GitHub makes them: lower case, spaces as hyphens, without punctuation. */
function anchorsOf(document: string): string[] {
  return matchesIn(document, /^#+ (.+)$/gm).map((heading) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, '')
      .replaceAll(/\s/g, '-'),
  );
}
