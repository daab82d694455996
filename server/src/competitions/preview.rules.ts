/**
 * An organiser looks at a stream in a preview: muted and without a lease, so it ends no playback and counts
 * as no viewer (docs/product.md, 13.7). In its media token the organiser's login session stands in place of the lease.
 */
const prefix = 'preview-';

export function previewLease(sessionId: string): string {
  return `${prefix}${sessionId}`;
}

/** @returns the login session of a preview; undefined for a lease. */
export function previewSession(leaseId: string): string | undefined {
  return leaseId.startsWith(prefix) ? leaseId.slice(prefix.length) : undefined;
}

export function mayPreview(permissions: readonly string[]): boolean {
  return permissions.includes('event:read');
}
