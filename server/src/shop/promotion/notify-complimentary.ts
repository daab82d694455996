import type { Db } from '../../db/database.ts';
import { enqueueNotice } from '../../mail/enqueue-mail.ts';
import { complimentaryMail } from '../../mail/templates/access-mails.ts';
import { inZone } from '../../mail/templates/in-zone.ts';
import { listComplimentary } from './complimentary.repository.ts';

/** Tells everybody who gets a complimentary access until when it is open. Call it in the transaction that stores them. */
export async function notifyComplimentary(
  trx: Db,
  accessIds: string[],
  { origin, now }: { origin: string; now: Date },
): Promise<void> {
  if (accessIds.length === 0) return;
  for (const { email, endDate, timezone, ...access } of await listComplimentary(trx, accessIds)) {
    const usefulMs = Date.parse(endDate) - now.getTime();
    if (usefulMs <= 0) continue;
    await enqueueNotice(
      trx,
      email,
      complimentaryMail({ ...access, origin, usefulMs, until: inZone(endDate, timezone, 'long') }),
    );
  }
}
