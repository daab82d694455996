import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

/** The package of the whole list. Only the server knows all of it: it would double the client. */
const wholeList = '/@zxcvbn-ts/';

/** Puts the words of `common-words.ts` in place of the code that picks them from the whole list. */
export function commonWords(): Plugin {
  return {
    name: 'ringside-common-words',
    async load(id) {
      if (!id.endsWith('/identity/accounts/common-words.ts')) return null;
      const { commonWords } = (await import(pathToFileURL(id).href)) as { commonWords: string[] };
      return `export const commonWords = ${JSON.stringify(commonWords.join(' '))}.split(' ');`;
    },
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === 'chunk' && file.moduleIds.some((id) => id.includes(wholeList)))
          this.error(`${file.fileName} contains the whole list of common passwords`);
      }
    },
  };
}
