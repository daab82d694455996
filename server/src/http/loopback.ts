/**
 * Whether a host is loopback. The demo's accounts, mail and provider exist only while the server listens on loopback,
 * and its mail is shown only to requests with a loopback Host: another name may belong to a site that resolves it to
 * 127.0.0.1 (DNS rebinding).
 * @param host an IPv6 address may have brackets.
 */
export function isLoopback(host: string): boolean {
  return ['localhost', '::1', '[::1]'].includes(host) || /^127\.\d+\.\d+\.\d+$/.test(host);
}
