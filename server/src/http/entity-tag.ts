/**
 * Optimistic locking (RFC 9110, sections 8.8.3 and 13.1.1): a row's `version` is its ETag, and `If-Match` on a change
 * names the version that the change is meant for.
 */
import type { FastifyRequest } from 'fastify';
import { problem } from './problems.ts';

export function entityTag(version: number): string {
  return `"${version}"`;
}

/** A row as it is answered and audited, and beside it the tag that its version makes. */
export function splitVersion<Row extends { version: number }>({ version, ...fields }: Row) {
  return { etag: entityTag(version), fields };
}

/** @param version as it is in the transaction of the change, locked. @throws problem 412 when it is another one. */
export function assertMatch({ headers }: Pick<FastifyRequest, 'headers'>, version: number): void {
  const ifMatch = headers['if-match'];
  if (ifMatch === undefined || ifMatch.trim() === '*') return;
  // Strong comparison: a weak tag is equal to nothing. A comma may stand inside a tag, so the list is not split at it.
  const tags: string[] = ifMatch.match(/(W\/)?"[^"]*"/g) ?? [];
  if (!tags.includes(entityTag(version))) throw problem('precondition-failed');
}
