import { BlockList, isIPv4 } from 'node:net';
import { networkInterfaces } from 'node:os';
import { addressesOf } from '../names/addresses-of.ts';
import type { MailAccount } from '../operations/deliveries/ports.ts';

/** Networks beyond the Internet in which companies may have mail servers. */
export type OwnNetworks = Pick<BlockList, 'check'>;

export const NO_NETWORKS: OwnNetworks = new BlockList();

/** Where no mail server of the Internet is: the registries of special-purpose addresses (RFC 6890), as of 2026. */
const NOT_PUBLIC: readonly (readonly [network: string, bits: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];
/** All addresses of the Internet under IPv6 are in here; whatever stands for one of IPv4 is not. */
const GLOBAL_IPV6 = blockList([['2000::', 3]]);
const SPECIAL = blockList(NOT_PUBLIC);

function blockList(networks: typeof NOT_PUBLIC): BlockList {
  const list = new BlockList();
  for (const [network, bits] of networks) list.addSubnet(network, bits, familyOf(network));
  return list;
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv4(address) ? 'ipv4' : 'ipv6';
}

/** Whether an address is one of the Internet, and none of this machine's own. */
export function isPublicAddress(address: string): boolean {
  const family = familyOf(address);
  if (SPECIAL.check(address, family)) return false;
  if (family === 'ipv6' && !GLOBAL_IPV6.check(address, family)) return false;
  const own = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
  return own.every((one) => one.address !== address);
}

/** Where mail servers take messages: SMTP, submission over TLS and with STARTTLS, and what stands in for the last. */
const MAIL_PORTS: readonly number[] = [25, 465, 587, 2525];

/**
 * Where to connect for an account. The server of one that a company has named is looked up here and connected to by the
 * address that was checked, so that no name leads anywhere else meanwhile. Rejects like a connection that did not come about,
 * whether the name is unknown or leads inside.
 */
export async function destinationOf(
  { host, port, reach }: Pick<MailAccount, 'host' | 'port' | 'reach'>,
  networks: OwnNetworks,
  signal: AbortSignal,
): Promise<{ readonly host: string; readonly servername?: string }> {
  if (reach !== 'internet') return { host };
  const addresses = await addressesOf(host, signal);
  const address = addresses.find(
    (one) => networks.check(one, familyOf(one)) || (MAIL_PORTS.includes(port) && isPublicAddress(one)),
  );
  if (address === undefined) throw unreachable(addresses.length === 0 ? 'ENOTFOUND' : 'NOT_ON_THE_INTERNET');
  return address === host ? { host } : { host: address, servername: host };
}

function unreachable(originalCode: string): Error {
  return Object.assign(new Error('the mail server cannot be reached'), { code: 'ECONNECTION', originalCode });
}
