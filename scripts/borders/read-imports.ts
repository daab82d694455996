/** Every import of the workspace: static, dynamic, re-exported or of a type alone. dependency-cruiser reads them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cruise, type ICruiseResult, type IForbiddenRuleType } from 'dependency-cruiser';

export interface Import {
  /** As `path:line`. */
  at: string;
  from: string;
  to: string;
}

export interface Breach extends Import {
  rule: string;
  /** The files of the circle, where it is one. */
  circle: string[];
}

/** @param folders below the root. @returns paths below the root; packages are left out of `imports`. */
export async function readImports(
  root: string,
  folders: string[],
  forbidden: IForbiddenRuleType[],
): Promise<{ files: string[]; imports: Import[]; breaches: Breach[] }> {
  const { output } = await cruise(folders, {
    baseDir: root,
    ruleSet: { forbidden },
    validate: true,
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['types', 'import', 'node', 'default'],
    },
    exclude: { path: '^[^/]+/(dist[^/]*|\\.data|www|android|ios)/' },
  });
  const { modules, summary } = output as ICruiseResult;
  const isOurs = (path: string) =>
    folders.some((folder) => path.startsWith(`${folder}/`)) && !path.includes('node_modules/');

  const lines = new Map<string, string[]>();
  const importOf = (from: string, to: string): Import => {
    const source = modules.find((module) => module.source === from);
    const written = source?.dependencies.find(({ resolved }) => resolved === to)?.module;
    if (!lines.has(from)) lines.set(from, readFileSync(join(root, from), 'utf8').split('\n'));
    const line =
      lines
        .get(from)
        ?.findIndex((text) => text.includes(`'${written}'`) || text.includes(`'node:${written}'`)) ?? -1;
    return { at: `${from}:${line + 1}`, from, to };
  };

  const ours = modules.filter(({ source }) => isOurs(source));
  return {
    files: ours.map(({ source }) => source).filter((source) => /\.tsx?$/.test(source)),
    imports: ours.flatMap(({ source, dependencies }) =>
      dependencies
        .filter(({ resolved }) => isOurs(resolved))
        .map(({ resolved }) => importOf(source, resolved)),
    ),
    breaches: summary.violations.map(({ rule, from, to, cycle = [] }) => ({
      ...importOf(from, to),
      rule: rule.name,
      circle: cycle.map(({ name }) => name),
    })),
  };
}
