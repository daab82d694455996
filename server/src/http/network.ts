/**
 * The network of an address: a single IPv4 address (its neighbours are strangers, and many clients share it already),
 * or the /56 prefix of an IPv6 address. A household gets such a prefix and can use any of its addresses for free.
 */
export function networkOf(ip: string): string {
  const address = withoutPort(ip).split('%', 1)[0] ?? '';
  if (!address.includes(':') || !URL.canParse(`http://[${address}]`)) return withoutPort(ip);
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const [left, right] = [head, tail ?? ''].map((part) => (part === '' ? [] : part.split(':')));
  const zeros = tail === undefined ? 0 : 8 - (left?.length ?? 0) - (right?.length ?? 0);
  const groups = [...(left ?? []), ...Array<string>(zeros).fill('0'), ...(right ?? [])].map((group) =>
    Number.parseInt(group, 16),
  );
  // An IPv4-mapped IPv6 address, as dual-stack sockets report it.
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff) {
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 0xff])
      .join('.');
  }
  const prefix = [...groups.slice(0, 3), (groups[3] ?? 0) & 0xff00];
  return `${prefix.map((group) => group.toString(16)).join(':')}::/56`;
}

/** Wider, for what must not depend on the address that a carrier gives a phone: the /24 of an IPv4 address. */
export function neighbourhoodOf(ip: string): string {
  return networkOf(ip).replace(/\.\d+$/, '.0/24');
}

/** Some proxies write `203.0.113.7:1234` or `[2001:db8::1]:1234` into `X-Forwarded-For`, another port for each connection. */
function withoutPort(address: string): string {
  return (
    /^\[([^\]]*)\](?::\d+)?$/.exec(address)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(address)?.[1] ?? address
  );
}
