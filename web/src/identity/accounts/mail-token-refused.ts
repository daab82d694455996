import { fieldOf, issuesOf } from '../../api/problem.ts';

/** The token has expired or was used: nothing that trying again could mend. */
export function isTokenRefused(error: unknown) {
  return issuesOf(error).some((issue) => fieldOf(issue) === 'token');
}
