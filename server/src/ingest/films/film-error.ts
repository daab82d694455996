import type { FilmProblem } from '../ingest.tables.ts';

/** Why an uploaded film cannot become a replay. */
export class FilmError extends Error {
  override name = 'FilmError';
  readonly problem: FilmProblem;

  constructor(problem: FilmProblem, message: string = problem) {
    super(message);
    this.problem = problem;
  }
}
