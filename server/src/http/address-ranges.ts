import { BlockList, isIPv6 } from 'node:net';

/** @param ranges addresses and CIDR ranges. @returns whether one of them has the address of a peer. */
export function addressRanges(ranges: string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', bits] = range.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (address) => {
    // Without its zone, such as `%eth0`.
    const [plain = ''] = address.split('%', 1);
    return list.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4');
  };
}
