import { lookup } from 'node:dns/promises';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { startNameServer } from '../../test/support/name-server.ts';
import { shared } from '../../test/support/shared.ts';
import { sharedPlace } from '../../test/support/shared-place.ts';
import { systemLookups } from '../../test/support/system-lookups.ts';
import { addressesOf, type NameSources } from './addresses-of.ts';

const place = sharedPlace();
const hostsFile = join(place, 'hosts');
const resolverFile = join(place, 'resolv.conf');
writeFileSync(
  hostsFile,
  '# own names\n10.1.1.1 Relay.Example relay # 10.9.9.9 other\n::5\trelay\nnone relay\n10.1.1.2 listed\n',
);
writeFileSync(resolverFile, 'domain old.example\nsearch mail.example . corp.example\noptions ndots:5\n');

const server = shared(() =>
  startNameServer({
    'smtp.example': '203.0.113.7',
    'short.corp.example': '10.1.1.3',
    listed: '203.0.113.9',
  }),
);
const silent = shared(() => startNameServer('silent'));
afterAll(() => Promise.all([server.close(), silent.close()]));

const at = (address: string): NameSources => ({ hostsFile, resolverFile, servers: [address] });
const soon = () => AbortSignal.timeout(5_000);

describe('the addresses of a name', () => {
  it.each([
    ['smtp.example', ['203.0.113.7']],
    ['smtp.example.', ['203.0.113.7']],
    ['SMTP.Example', ['203.0.113.7']],
    ['relay.example', ['10.1.1.1']],
    ['RELAY', ['10.1.1.1', '::5']],
    ['listed.', ['10.1.1.2']],
    ['short', ['10.1.1.3']],
    ['short.', []],
    ['nobody.example', []],
    ['localhost', ['127.0.0.1', '::1']],
    ['pit.localhost.', ['127.0.0.1', '::1']],
    ['10.0.0.9', ['10.0.0.9']],
    ['::1', ['::1']],
    ['[::1]', []],
    ['a b', []],
    ['', []],
  ])('are those of the hosts file, of name servers and of search domains: %s', async (host, expected) => {
    expect(await addressesOf(host, soon(), at(server.address))).toEqual(expected);
  });

  it('are read from the hosts file again once it has changed', async () => {
    const own = join(place, 'changing');
    const sources = { ...at(server.address), hostsFile: own };
    expect(await addressesOf('new.example', soon(), sources)).toEqual([]);
    writeFileSync(own, '10.1.1.4 new.example');
    expect(await addressesOf('new.example', soon(), sources)).toEqual(['10.1.1.4']);
  });

  it('are looked up where the system looks', async () => {
    const system = (await lookup('localhost', { all: true })).map(({ address }) => address);
    expect(await addressesOf('localhost', soon())).toEqual(expect.arrayContaining(system));
  });
});

describe('a name server that never answers', () => {
  it('is waited for until the signal, and takes no thread from anybody', async () => {
    const names = Array.from({ length: 10 }, (_, index) => `dark-${index}.example`);
    const giveUp = new AbortController();
    const system = await systemLookups(async () => {
      const looking = Promise.all(names.map((name) => addressesOf(name, giveUp.signal, at(silent.address))));
      await expect.poll(() => new Set(silent.asked).size).toBe(names.length);
      giveUp.abort();
      expect(await looking).toEqual(names.map(() => []));
    });
    expect(system).toEqual([]);
  });

  it('is not asked after the signal', async () => {
    expect(await addressesOf('late.example', AbortSignal.abort(), at(silent.address))).toEqual([]);
    expect(silent.asked).not.toContain('late.example');
  });
});
