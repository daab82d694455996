/** The end of an item: it is settled once, and its mail goes out in the same transaction. */
import type { Db } from '../../db/database.ts';
import { enqueueNotice } from '../../mail/enqueue-mail.ts';
import { creditMail, partRefundMail, replayMail } from '../../mail/templates/compensation-mails.ts';
import type { Mail } from '../../mail/templates/layout.ts';
import { inWords } from '../currency.rules.ts';
import { findItemOfRefund, findMailFacts, settleItem } from './compensation.repository.ts';

/** @returns whether this call did it. */
export async function finishItem(trx: Db, itemId: string, now: Date): Promise<boolean> {
  if (!(await settleItem(trx, itemId, { now, failure: null }))) return false;
  const facts = await findMailFacts(trx, itemId);
  const mail = facts && mailOf(facts);
  if (mail) await enqueueNotice(trx, facts.email, mail);
  return true;
}

/** The provider has accepted or refused the refund of an item. Call it after the locks of the order. */
export async function settleRefundedItem(
  trx: Db,
  requestId: string,
  { now, refusal }: { now: Date; refusal: string | null },
): Promise<void> {
  const item = await findItemOfRefund(trx, requestId);
  if (item === undefined) return;
  if (refusal === null) await finishItem(trx, item.id, now);
  else await settleItem(trx, item.id, { now, failure: refusal });
}

function mailOf(facts: NonNullable<Awaited<ReturnType<typeof findMailFacts>>>): Mail | undefined {
  const { terms, eventName, blockName, eventSlug, amount, currency, code } = facts;
  const outage = { ...facts, what: blockName === null ? eventName : `${eventName}: ${blockName}` };
  const money = amount === null || currency === null ? undefined : inWords(amount, currency);
  switch (terms.remedy) {
    case 'replay':
      if (eventSlug === null) return undefined;
      return replayMail({
        ...outage,
        eventSlug,
        isWholeEvent: terms.scope === 'event',
        until: dayOf(terms.endDate),
      });
    case 'credit': {
      const off = 'percent' in terms ? `${terms.percent} %` : money;
      if (code === null || off === undefined) return undefined;
      return creditMail({ ...outage, code, off, until: dayOf(terms.endDate) });
    }
    case 'refund':
      return money === undefined ? undefined : partRefundMail({ ...outage, amount: money });
  }
}

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

/** A mail does not know the reader's zone. */
function dayOf(instant: string): string {
  return `${day.format(new Date(instant))} UTC`;
}
