import type { paths } from '../src/paths.ts';
import type { Choices } from './choices.ts';

export interface PageState {
  name: string;
  calls?: Choices;
  /** An exact text of the page, or the beginning of one. */
  says: string;
  /** Where it can be seen; the address of the page if missing. */
  at?: string;
  /** What a person does first, by the labels of fields and the words of a button. */
  fill?: Record<string, string>;
  press?: string;
}

export interface MockPage {
  name: string;
  path: keyof typeof paths;
  at: string;
  /** The main heading, as usual. */
  heading: string;
  /** Nobody is signed in. */
  isForVisitors?: boolean;
  has?: ReadonlyArray<'picture' | 'video'>;
  states: readonly PageState[];
}
