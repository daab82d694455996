import { PageError } from '../../ui/page/page-error.ts';

/** For what an error boundary has caught. A page that is not there is an answer: the console is for faults. */
export function reportCaught(error: unknown) {
  if (error instanceof PageError && error.type === 'not_found') return;
  // biome-ignore lint/suspicious/noConsole: as React does, which this replaces.
  console.error(error);
}
