/** Which parts of the demo a server has. Most open accounts, so they exist only where nobody else can reach them. */
import type { Config } from '../config.ts';
import { isLoopback } from '../http/loopback.ts';

/** Their password is public. */
export function hasDemoAccounts({ demo, host }: Config): boolean {
  return demo && isLoopback(host);
}

/** Its links open accounts, so it goes where the demo accounts go. */
export function showsDemoMail(config: Config): boolean {
  return hasDemoAccounts(config) && config.smtpUrl === undefined;
}

/** Whoever reaches Demo ID may say that they are anybody: it is for one's own machine. */
export function hasDemoId(config: Config): boolean {
  return hasDemoAccounts(config) && config.oidcProviders === undefined;
}
