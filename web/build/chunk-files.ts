import type { Rolldown } from 'vite';

/** The paths of all scripts and styles that the modules need. */
export function filesOf(modules: readonly string[], bundle: Rolldown.OutputBundle) {
  const files = new Set<string>();
  function collect(file: Rolldown.OutputChunk | Rolldown.OutputAsset | undefined) {
    if (file?.type !== 'chunk' || files.has(`/${file.fileName}`)) return;
    files.add(`/${file.fileName}`);
    for (const style of file.viteMetadata?.importedCss ?? []) files.add(`/${style}`);
    for (const imported of file.imports) collect(bundle[imported]);
  }
  for (const file of Object.values(bundle)) {
    if (file.type === 'chunk' && file.moduleIds.some((id) => modules.some((name) => id.endsWith(name))))
      collect(file);
  }
  return files;
}
