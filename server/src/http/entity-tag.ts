/**
 * Optimistic locking (RFC 9110, sections 8.8.3 and 13.1.1): a row's `version` is its ETag, and `If-Match` on a change
 * names the version that the change is meant for.
 */
import type { FastifyRequest } from 'fastify';
import { problem } from './problems.ts';

export function entityTag(version: number): string {
  return `"${version}"`;
}

/** Splits a row into the fields that are answered and audited, and the ETag of its version. */
export function splitVersion<Row extends { version: number }>({ version, ...fields }: Row) {
  return { etag: entityTag(version), fields };
}

/** @param version of the locked row. @throws problem 412 when `If-Match` names another version. */
export function assertMatch({ headers }: Pick<FastifyRequest, 'headers'>, version: number): void {
  const ifMatch = headers['if-match'];
  if (ifMatch === undefined || ifMatch.trim() === '*') return;
  // Strong comparison: weak tags never match. A tag may contain commas, so the list is not split at commas.
  const tags: string[] = ifMatch.match(/(W\/)?"[^"]*"/g) ?? [];
  if (!tags.includes(entityTag(version))) throw problem('precondition-failed');
}
