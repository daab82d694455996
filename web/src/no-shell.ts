/** Stands in for `#shell` in a browser's build, which then carries nothing of the native shell. */
export const installShell = async (): Promise<boolean> => true;
