import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { callerAddress, neighbourhoodOf, networksOf } from './caller-address.ts';

const TRUSTED = networksOf(['10.0.0.0/8', '127.0.0.1', '2001:db8::/32', '::1']);

function requestFrom(peer: string | undefined, forwarded?: string): IncomingMessage {
  const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: peer });
  const request = new IncomingMessage(socket);
  if (forwarded !== undefined) request.headers['x-forwarded-for'] = forwarded;
  return request;
}

describe("the caller's address", () => {
  it.each([
    ['nothing forwarded', '203.0.113.9', undefined, '203.0.113.9'],
    ['a stranger who forwards', '203.0.113.9', '198.51.100.1', '203.0.113.9'],
    ['a proxy', '10.1.2.3', '198.51.100.1', '198.51.100.1'],
    ['a proxy that forwards nothing', '10.1.2.3', undefined, '10.1.2.3'],
    ['a proxy on a socket for both families', '::ffff:10.1.2.3', '198.51.100.1', '198.51.100.1'],
    ['a stranger on a socket for both families', '::ffff:203.0.113.9', '198.51.100.1', '203.0.113.9'],
    ['a proxy of IPv6', '2001:db8::7', '2001:db9::1', '2001:db9::1'],
    ['one proxy behind another', '127.0.0.1', '198.51.100.1, 10.0.0.7', '198.51.100.1'],
    ['what a caller claims of itself', '127.0.0.1', '192.0.2.1, 198.51.100.1', '198.51.100.1'],
    ['what a caller claims of a proxy', '127.0.0.1', '10.9.9.9, 198.51.100.1', '198.51.100.1'],
    ['no address', '127.0.0.1', 'secret', '127.0.0.1'],
    ['no address before one', '127.0.0.1', 'unknown, 10.0.0.7', '10.0.0.7'],
    ['nothing between commas', '127.0.0.1', ',', '127.0.0.1'],
    ['a connection that is gone', undefined, '198.51.100.1', 'unknown'],
  ])('with %s', (...[, peer, forwarded, expected]) => {
    expect(callerAddress(TRUSTED, requestFrom(peer, forwarded))).toBe(expected);
  });

  it('is that of the connection where nobody is trusted', () => {
    expect(callerAddress(networksOf([]), requestFrom('127.0.0.1', '198.51.100.1'))).toBe('127.0.0.1');
  });
});

describe('who counts as one caller', () => {
  it.each([
    ['an IPv4 address alone', '198.51.100.7', '198.51.100.7'],
    ['a network of 64 bits', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['the same, shortened at its end', '2001:DB8:1:2::6', '2001:db8:1:2'],
    ['the same, shortened amid its first half', '2001:db8::2:3:4:5:6', '2001:db8:0:2'],
    ['one that begins shortened', '::1', '0:0:0:0'],
    ['one that ends shortened', '2001:db8::', '2001:db8:0:0'],
    ['nobody’s', 'unknown', 'unknown'],
  ])('is %s', (_what, address, counted) => {
    expect(neighbourhoodOf(address)).toBe(counted);
  });

  it('is a link’s address without its interface, and one that carries an IPv4 address', () => {
    expect(neighbourhoodOf('fe80::1%eth0')).toBe('fe80:0:0:0');
    expect(neighbourhoodOf('64:ff9b::192.0.2.1')).toBe('64:ff9b:0:0');
  });
});
