import type { FilmProblem } from '../ingest.tables.ts';

/** Why an uploaded film cannot become a replay. */
export class FilmError extends Error {
  override name = 'FilmError';
  readonly problem: FilmProblem;
  /** As people call it; undefined: it is not about a codec, or not a known one. */
  readonly codec: string | undefined;

  constructor(problem: FilmProblem, message: string = problem, codec?: string) {
    super(message);
    this.problem = problem;
    this.codec = codec;
  }
}
