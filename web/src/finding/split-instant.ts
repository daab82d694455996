import { splitInstant as stepOf } from '@ringside/openapi/checks/home-lists';
import { pageServedAt } from '../api/page-data.ts';
import { serverNow } from '../clock.ts';

const servedPageMs = 60_000;

/**
 * The instant that parts what has ended from what has not. Lists that ask within the same step ask the same. For a
 * minute it is that of the served page, whose lists would else be asked for again when a step begins.
 */
export function splitInstant(nowMs = serverNow()): string {
  const servedAt = pageServedAt();
  return stepOf(servedAt !== undefined && nowMs - servedAt < servedPageMs ? servedAt : nowMs);
}
