/**
 * Optimistic locking (RFC 9110, sections 8.8.3 and 13.1.1): a row's `version` is its ETag, and `If-Match` on a change
 * names the version that the change is meant for. What has no version has a tag of its content.
 *
 * A proxy that compresses an answer makes its tag weak or adds a suffix, and hands that form back to us. As a tag of
 * ours names a version and not bytes, each form of it is that tag: strong comparison would refuse every change.
 */
import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { problem } from './problems.ts';

export function entityTag(version: number): string {
  return `"${version}"`;
}

/** For what has no row of its own with a version. The keys must come in the same order each time. */
export function contentTag(content: object): string {
  return `"${createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 22)}"`;
}

/** Splits a row into the fields that are answered and audited, and the ETag of its version. */
export function splitVersion<Row extends { version: number }>({ version, ...fields }: Row) {
  return { etag: entityTag(version), fields };
}

/** @param current the version, or the tag, of what is locked. @throws problem 412 when `If-Match` names another one. */
export function assertMatch({ headers }: Pick<FastifyRequest, 'headers'>, current: number | string): void {
  const ifMatch = headers['if-match'];
  if (ifMatch === undefined || ifMatch.trim() === '*') return;
  const etag = typeof current === 'number' ? entityTag(current) : current;
  if (!isListed(ifMatch, etag)) throw problem('precondition-failed');
}

/** Whether `If-None-Match` names this version: the caller has it already. */
export function hasMatch({ headers }: Pick<FastifyRequest, 'headers'>, etag: string): boolean {
  const ifNoneMatch = headers['if-none-match'];
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.trim() === '*' || isListed(ifNoneMatch, etag);
}

/** As nginx (`W/"2"`), Apache (`"2-gzip"`), Jetty (`"2--gzip"`) and CDNs (`"2;br"`) write it; two proxies add two. */
const codingSuffix = /(?:[-;:]+(?:x-)?(?:gzip|br|zstd|deflate|dcb|dcz))+"$/i;

/** A tag may contain commas, so the list is not split at commas. */
function isListed(list: string, etag: string): boolean {
  const tags: string[] = list.match(/"[^"]*"/g) ?? [];
  return tags.some((tag) => tag === etag || tag.replace(codingSuffix, '"') === etag);
}
