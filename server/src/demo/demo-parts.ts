/** The parts of the demo. Most give access to accounts, so only a server that nobody else reaches has them. */
import type { Config } from '../config.ts';
import { isLoopback } from '../http/loopback.ts';

/** The variables that open the server to other machines. */
export function openedBy({ host, publicUrl, trustProxy }: Config): string[] {
  const isPublic = publicUrl !== undefined && !isLoopback(new URL(publicUrl).hostname);
  return [
    ...(isLoopback(host) ? [] : ['HOST']),
    ...(isPublic ? ['PUBLIC_URL'] : []),
    ...(trustProxy.length > 0 ? ['TRUST_PROXY'] : []),
  ];
}

/** Their password is public. */
export function hasDemoAccounts(config: Config): boolean {
  return config.demo && openedBy(config).length === 0;
}

/** The links in these mails open accounts, so the page exists only beside the demo accounts. */
export function showsDemoMail(config: Config): boolean {
  return hasDemoAccounts(config) && config.smtpUrl === undefined;
}

/** Demo ID lets its user sign in as anybody, so it exists only beside the demo accounts. */
export function hasDemoId(config: Config): boolean {
  return hasDemoAccounts(config) && config.oidcProviders === undefined;
}

/** It confirms payments that nobody made, so it exists only beside the demo accounts, and never beside a real key. */
export function hasPaymentStandIn(config: Config): boolean {
  return hasDemoAccounts(config) && config.stripe === undefined;
}
