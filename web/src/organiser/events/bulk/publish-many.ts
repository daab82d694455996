import type { components } from '@ringside/openapi/schema';
import { serverNow } from '../../../clock.ts';
import { readWholeEvent, updateEvent } from '../events.queries.ts';
import { checksOf, reasonNotToPublish } from '../overview/readiness.ts';
import { type Result, runMany } from './run-many.ts';

/** Publishes each event that is ready, in the version that was found ready. */
export function publishMany(events: readonly components['schemas']['Event'][]): Promise<Result[]> {
  return runMany(events, async ({ id }) => {
    const { value, etag } = await readWholeEvent(id);
    const reason = reasonNotToPublish(checksOf(value, serverNow()));
    if (reason) throw reason;
    return updateEvent(id, { status: 'public' }, etag);
  });
}
