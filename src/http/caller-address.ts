import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv4 } from 'node:net';

/** The networks of proxies whose word on a caller's address is taken. */
export type TrustedNetworks = Pick<BlockList, 'check'>;

/** Addresses, and networks with the number of their bits, like `10.0.0.0/8`. */
export function networksOf(texts: readonly string[]): TrustedNetworks {
  const networks = new BlockList();
  for (const text of texts) {
    const [address = '', bits] = text.split('/');
    if (bits === undefined) networks.addAddress(address, familyOf(address));
    else networks.addSubnet(address, Number(bits), familyOf(address));
  }
  return networks;
}

/**
 * Where a request comes from: its connection's other end or, where that is a proxy of these networks, the last address
 * of `X-Forwarded-For` that none of them is. What stands before that address, anybody may have written.
 */
export function callerAddress(networks: TrustedNetworks, { socket, headers }: IncomingMessage): string {
  const forwarded = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',').reverse();
  let address = peerAddress(socket);
  for (const hop of forwarded.map((text) => text.trim())) {
    if (isIP(hop) === 0 || !networks.check(address, familyOf(address))) break;
    address = hop;
  }
  return address;
}

/** The other end of a connection; unknown where it is gone. An IPv4 address looks the same on every socket. */
export function peerAddress({ remoteAddress }: { readonly remoteAddress?: string | undefined }): string {
  return remoteAddress?.replace(/^::ffff:(?=\d+\.)/, '') ?? 'unknown';
}

/**
 * Who counts as one caller before a key is known: an IPv4 address, and of an IPv6 address the network of 64 bits, all of
 * which usually is one customer's.
 */
export function neighbourhoodOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = '', tail] = address.split('::');
  const groups = head.split(':');
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(':').length;
  return [...groups, ...Array.from({ length: Math.max(0, missing) }, () => '0'), ...(tail ?? '').split(':')]
    .slice(0, 4)
    .map((group) => Number.parseInt(group || '0', 16).toString(16))
    .join(':');
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv4(address) ? 'ipv4' : 'ipv6';
}
