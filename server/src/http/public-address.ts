/**
 * For calls to a host that somebody else has named: it must not be this machine or its network (SSRF). The address that
 * the connection really uses is checked, so a name that changes its address (DNS rebinding) gains nothing.
 */
import { Resolver } from 'node:dns/promises';
import { Agent } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** What the registries of special addresses (RFC 6890) keep out of the public internet. */
const special = new BlockList();
for (const range of [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
]) {
  const [net = '', bits] = range.split('/');
  special.addSubnet(net, Number(bits), 'ipv4');
}
/** Inside of what is public at all: tunnels, which carry an IPv4 address, and documentation. */
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  special.addSubnet(net, bits, 'ipv6');
const publicIpv6 = new BlockList();
publicIpv6.addSubnet('2000::', 3, 'ipv6');

export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !special.check(address, 'ipv4');
  return family === 6 && publicIpv6.check(address, 'ipv6') && !special.check(address, 'ipv6');
}

interface PublicAgentOptions {
  /** The name servers to ask; those of the system unless given. */
  servers?: string[];
}

/**
 * Refuses a name of which any address is not public. Addresses in place of names never get here. It asks the name servers
 * itself: the lookups of the system share a few threads, which a slow name server of a stranger would hold for everybody.
 */
function createPublicLookup({ servers }: PublicAgentOptions): LookupFunction {
  const resolver = new Resolver({ timeout: 2_000, tries: 1 });
  if (servers) resolver.setServers(servers);
  const resolve = async (hostname: string) => {
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const addresses = [
      ...(v4.status === 'fulfilled' ? v4.value : []).map((address) => ({ address, family: 4 })),
      ...(v6.status === 'fulfilled' ? v6.value : []).map((address) => ({ address, family: 6 })),
    ];
    const [first] = addresses;
    if (first === undefined)
      throw v4.status === 'rejected' ? v4.reason : new Error('The host has no address');
    if (addresses.some(({ address }) => !isPublicAddress(address))) throw new Error('The host is not public');
    return { first, addresses };
  };
  return (hostname, options, callback) => {
    resolve(hostname).then(
      ({ first, addresses }) =>
        options.all ? callback(null, addresses) : callback(null, first.address, first.family),
      (error) => callback(error, []),
    );
  };
}

/** Its connections lead to public hosts only. */
export function createPublicAgent(options: PublicAgentOptions = {}): Agent {
  return new Agent({ lookup: createPublicLookup(options), keepAlive: true, maxSockets: 64 });
}
