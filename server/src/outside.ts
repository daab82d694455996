/**
 * The outside systems, as the configuration names them. Each is imported only where it is used: a server without it does not
 * load its code, and the SDK of a provider takes as long to load as all the rest.
 */
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type { Config } from './config.ts';
import { demoCodes, demoPrices } from './demo/demo-prices.ts';
import { createFileMailer, createSmtpMailer, type Mailer } from './mail/mailer.ts';
import { RemoteAway, type RemoteProvider } from './media/video-provider.ts';
import { type PaymentProvider, ProviderAway } from './shop/payment-provider.ts';
import type { StripeSettings } from './shop/stripe/stripe.ts';
import { quietly } from './upkeep/quiet.ts';

const quietWords = 'the platform is quiet until "pnpm admin go-live"';

export async function startDemoId() {
  const standIn = await import('../stand-ins/oidc.ts');
  return standIn.startDemoId();
}

/** Its data stays in the folder, so that the orders of the demo are known after a restart. */
export async function startPayments({ dataDir }: Config, webhookUrl: () => string | undefined) {
  const standIn = await import('../stand-ins/payments/payments.ts');
  const secret = `whsec_${randomBytes(24).toString('hex')}`;
  return standIn.startPaymentStandIn({
    dataDir,
    webhook: { url: webhookUrl, secret },
    catalog: demoPrices,
    codes: demoCodes,
  });
}

export async function createPaymentProvider(
  settings: StripeSettings | undefined,
  { automaticTax }: Config,
  { isQuiet, platformId }: { isQuiet: () => Promise<boolean>; platformId: string },
): Promise<PaymentProvider | undefined> {
  if (settings === undefined) return undefined;
  const { createStripe } = await import('./shop/stripe/stripe.ts');
  const provider = createStripe({ ...settings, automaticTax, platformId });
  if (!(await isQuiet())) return provider;
  // Only jobs, which do not run, and commands list events and sessions.
  const free = ['readEvent', 'listMissedEvents', 'listOwnSessions'] as const;
  return quietly(provider, isQuiet, { free, refusal: () => new ProviderAway(quietWords) });
}

/** Streams of the video provider play also while the platform is quiet; nothing is changed there. */
export async function createRemoteProvider(
  config: Config,
  isQuiet: () => Promise<boolean>,
): Promise<RemoteProvider | undefined> {
  const provider = await openRemoteProvider(config);
  if (provider === undefined || !(await isQuiet())) return provider;
  const free = ['isGenuine', 'knowsVideo', 'manifestUrl', 'isReceiving', 'check'] as const;
  return quietly(provider, isQuiet, { free, refusal: () => new RemoteAway(quietWords) });
}

async function openRemoteProvider({ video }: Config): Promise<RemoteProvider | undefined> {
  if (video === undefined) return undefined;
  if (video.provider === 'mux') return (await import('./media/remote/mux.ts')).createMux(video.settings);
  return (await import('./media/remote/cloudflare.ts')).createCloudflare(video.settings);
}

export async function openObjectBucket({ objectStore }: Config) {
  if (objectStore === undefined) return undefined;
  const { openBucket } = await import('./media/object-bucket.ts');
  return openBucket(objectStore);
}

export function outboxFolderOf({ dataDir }: Config): string {
  return path.join(dataDir, 'outbox');
}

export function createMailer(config: Config): Mailer {
  const { smtpUrl, mailFrom } = config;
  return smtpUrl ? createSmtpMailer(smtpUrl, mailFrom) : createFileMailer(outboxFolderOf(config), mailFrom);
}
