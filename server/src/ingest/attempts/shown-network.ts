/** The network of an encoder, as organisers see it: 203.0.113.0/24 or 2001:db8:1::/48. The whole address is not stored. */
import { neighbourhoodOf } from '../../http/network.ts';

export function shownNetwork(address: string): string {
  const network = neighbourhoodOf(address);
  if (!network.includes(':')) return network;
  const groups = network.split(':').slice(0, 3).join(':');
  return `${groups.replace(/(^|:)0(:0)*$/, '')}::/48`;
}
