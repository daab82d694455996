import type { components } from '@ringside/openapi/schema';

export type Problem = components['schemas']['Problem'];
type Issue = NonNullable<components['schemas']['ValidationProblem']['issues']>[number];

export function isProblem(error: unknown): error is Problem {
  return typeof error === 'object' && error !== null && 'title' in error && 'type' in error;
}

/** True for a problem of this type, for example `hasType(error, 'device-limit')`. */
export function hasType(error: unknown, code: string): error is Problem {
  return isProblem(error) && error.type === `/problems/${code}`;
}

/** The problems that ask for a proof of identity. */
export const proofsRequired = ['step-up-required', 'fresh-second-factor-required'] as const;

export const wantsProof = (error: unknown) => proofsRequired.some((type) => hasType(error, type));

export function issuesOf(error: unknown): Issue[] {
  if (!isProblem(error) || !('issues' in error) || !Array.isArray(error.issues)) return [];
  return error.issues;
}

/** Turns the pointer `/location/cityName` into `location.cityName`, the name of the form's field. */
export function fieldOf(issue: Issue) {
  return issue.pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join('.');
}

/** For a page whose address holds an id or a slug: what has gone, and one that cannot exist (a 400), are a missing page. */
export function isMissing(error: unknown): error is Problem {
  return isProblem(error) && (error.status === 404 || error.status === 400);
}

/** @throws the problem of a missing page, as a 404. */
export function throwIfMissing(error: unknown): void {
  if (isMissing(error)) throw { ...error, status: 404 };
}
