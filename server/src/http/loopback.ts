/**
 * Whether a host is this machine, as it calls itself. The demo's accounts, mail and provider exist only while the server
 * listens there; and who asks by another name is a site that has its name lead here (DNS rebinding).
 * @param host may stand in the brackets of an address.
 */
export function isLoopback(host: string): boolean {
  return ['localhost', '::1', '[::1]'].includes(host) || /^127\.\d+\.\d+\.\d+$/.test(host);
}
