/**
 * Events, of which only those of our key's mode and account count. An event has the version of its endpoint, or of the
 * account in a list, whatever version we ask with: in another one than ours its object may have other fields, so that only
 * type and id are read, and the object is asked for.
 */
import type Stripe from 'stripe';
import { type Fact, ForeignEvent, type ProviderEvent, ProviderRefusal } from '../payment-provider.ts';
import { ask, waiting } from './ask.ts';
import { askedAt } from './asked-at.ts';
import { eventFact, readDispute, readRefund, readSession } from './stripe-facts.ts';

interface Ours {
  apiVersion: string;
  platformId: string | undefined;
  /** Of the key: real money, or its test mode. */
  isLive: boolean;
}

export function eventReader(stripe: Stripe, { apiVersion, platformId, isLive }: Ours) {
  return { read, readSent };

  /** One that a webhook has sent. @throws ForeignEvent, ProviderAway */
  async function readSent(event: Stripe.Event): Promise<ProviderEvent> {
    const [mode, ours] = [event.livemode ? 'live' : 'test', isLive ? 'live' : 'test'];
    if (event.livemode !== isLive)
      throw new ForeignEvent(
        '/livemode',
        `It is of the ${mode} mode, but the key of this server is a ${ours} key.`,
      );
    if (event.account)
      throw new ForeignEvent(
        '/account',
        'It is of another account, which is connected to that of this server.',
      );
    const known = await read(event);
    if (event.api_version === apiVersion) return known;
    const versionFault = `The webhook's API version is ${event.api_version ?? 'unknown'}, expected ${apiVersion}.`;
    return { ...known, versionFault };
  }

  async function read(event: Stripe.Event): Promise<ProviderEvent> {
    const { id, type, created, data } = event;
    const objectId = (data.object as { id?: string }).id ?? '';
    const fact =
      event.api_version === apiVersion ? eventFact(event, platformId) : await askFor(type, objectId);
    return { id, type, created, objectId, fact };
  }

  async function askFor(type: string, id: string): Promise<Fact | undefined> {
    try {
      if (type.startsWith('checkout.session.')) {
        const expand = ['payment_intent.latest_charge'];
        return readSession(
          await ask(() => stripe.checkout.sessions.retrieve(id, { expand }, waiting)),
          platformId,
        );
      }
      if (type.startsWith('refund.')) {
        const refund = await ask(() => stripe.refunds.retrieve(id, undefined, waiting));
        return readRefund(refund, askedAt(refund));
      }
      if (!type.startsWith('charge.dispute.')) return undefined;
      const dispute = await ask(() => stripe.disputes.retrieve(id, undefined, waiting));
      return readDispute(dispute, askedAt(dispute));
    } catch (error) {
      if (!(error instanceof ProviderRefusal)) throw error;
      throw new ForeignEvent('/data/object/id', 'The account of this server has no such object.', {
        cause: error,
      });
    }
  }
}
