/** The parts of the demo. Most give access to accounts, so only a server on loopback has them. */
import type { Config } from '../config.ts';
import { isLoopback } from '../http/loopback.ts';

/** Their password is public. */
export function hasDemoAccounts({ demo, host }: Config): boolean {
  return demo && isLoopback(host);
}

/** The links in these mails open accounts, so the page exists only beside the demo accounts. */
export function showsDemoMail(config: Config): boolean {
  return hasDemoAccounts(config) && config.smtpUrl === undefined;
}

/** Demo ID lets its user sign in as anybody, so only a server on loopback has it. */
export function hasDemoId(config: Config): boolean {
  return hasDemoAccounts(config) && config.oidcProviders === undefined;
}
