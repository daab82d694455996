/**
 * Whether a host is loopback. `local-requests.ts` judges requests.
 * @param host an IPv6 address may have brackets.
 */
export function isLoopback(host: string): boolean {
  return ['localhost', '::1', '[::1]'].includes(host) || /^127\.\d+\.\d+\.\d+$/.test(host);
}
