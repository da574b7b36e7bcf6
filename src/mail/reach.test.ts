import { BlockList } from 'node:net';
import { networkInterfaces } from 'node:os';
import { describe, expect, it } from 'vitest';
import { destinationOf, isPublicAddress, NO_NETWORKS } from './reach.ts';

const INSIDE = [
  '127.0.0.1',
  '127.1.2.3',
  '0.0.0.0',
  '10.0.0.1',
  '100.64.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
  '::ffff:1.1.1.1',
  '64:ff9b::7f00:1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fec0::1',
  'ff02::1',
  '2001::1',
  '2001:db8::1',
  '2002:7f00:1::',
];
const OUTSIDE = ['1.1.1.1', '172.15.255.255', '172.32.0.1', '11.0.0.1', '2606:4700::1111', '2a00:1450::1'];

describe('an address', () => {
  it.each(INSIDE)('is none of the Internet: %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each(OUTSIDE)('is one of the Internet: %s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it('of this machine is none, whatever network it is in', () => {
    const own = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
    expect(own.filter(({ address }) => isPublicAddress(address))).toEqual([]);
  });
});

describe('the server that a company names', () => {
  const destination = (host: string, port = 587, networks = NO_NETWORKS) =>
    destinationOf({ host, port, reach: 'internet' }, networks, AbortSignal.timeout(2_000));
  const UNREACHABLE = { code: 'ECONNECTION' };

  it.each([
    ...INSIDE,
    'localhost',
    'localhost.',
    '0177.0.0.1',
    '0x7f.1',
    '2130706433',
    '127.1',
    'nada.invalid',
    '[::1]',
    'fe80::1%lo',
  ])('is not connected to inside, by whatever name: %s', async (host) => {
    await expect(destination(host)).rejects.toMatchObject(UNREACHABLE);
  });

  it('is connected to by the address that was looked at, at the ports of mail', async () => {
    expect(await destination('1.1.1.1', 465)).toEqual({ host: '1.1.1.1' });
    for (const port of [22, 80, 3306, 5432, 6379, 8080, 24, 26, 586, 65_535])
      await expect(destination('1.1.1.1', port)).rejects.toMatchObject(UNREACHABLE);
  });

  it('may be inside where the operator lists its network, at any port, and must prove its name', async () => {
    const networks = new BlockList();
    networks.addSubnet('127.0.0.0', 8, 'ipv4');
    expect(await destination('127.0.0.1', 1_025, networks)).toEqual({ host: '127.0.0.1' });
    expect(await destination('localhost', 1_025, networks)).toEqual({
      host: '127.0.0.1',
      servername: 'localhost',
    });
    await expect(destination('10.0.0.1', 587, networks)).rejects.toMatchObject(UNREACHABLE);
  });

  it('is any where it is the operator’s', async () => {
    expect(await destinationOf({ host: 'localhost', port: 1 }, NO_NETWORKS, AbortSignal.abort())).toEqual({
      host: 'localhost',
    });
  });

  it('is not waited for longer than its time', async () => {
    await expect(
      destinationOf({ host: 'nada.invalid', port: 587, reach: 'internet' }, NO_NETWORKS, AbortSignal.abort()),
    ).rejects.toMatchObject(UNREACHABLE);
  });
});
