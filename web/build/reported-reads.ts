import { appendFileSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import type { Plugin } from 'vite';

/**
 * Writes the paths of the modules and of the configuration that the build has read into the file that `BUILD_READS` names, so that `scripts/builds.ts`
 * finds an input that it does not know. Builds inside of a build need it too.
 */
export function reportedReads(): Plugin {
  const file = process.env.BUILD_READS;
  let ofConfig: string[] = [];
  return {
    name: 'ringside-reported-reads',
    apply: () => file !== undefined,
    configResolved({ configFileDependencies }) {
      ofConfig = configFileDependencies;
    },
    buildEnd() {
      const paths = [...ofConfig, ...this.getModuleIds()]
        .map((id) => id.replace(/\?.*$/, ''))
        .filter((path) => isAbsolute(path));
      appendFileSync(file ?? '', `${paths.join('\n')}\n`);
    },
  };
}
