import { describe, expect, it } from 'vitest';
import { readSettings } from './settings.ts';

const reading = (text: string) => readSettings({ SELLO_TRUSTED_PROXIES: text }, '/srv/sello');

describe('SELLO_TRUSTED_PROXIES', () => {
  it.each([
    ['', []],
    ['127.0.0.1', ['127.0.0.1']],
    [' 10.0.0.0/8 , ::1,fd00::/8,', ['10.0.0.0/8', '::1', 'fd00::/8']],
    ['192.0.2.1/32, ::ffff:0:0/96', ['192.0.2.1/32', '::ffff:0:0/96']],
  ])('%j is a list of addresses and networks', (text, proxies) => {
    expect(reading(text)).toMatchObject({ kind: 'settings', settings: { trustedProxies: proxies } });
  });

  it.each([
    '*',
    'true',
    'proxy.example.com',
    '10.0.0',
    '10.0.0.0/33',
    '::/0',
    '0.0.0.0/0',
    '::1/129',
    'fe80::1%eth0',
  ])('%s is none', (text) => {
    expect(reading(`127.0.0.1,${text}`)).toEqual({
      kind: 'problems',
      problems: [
        `SELLO_TRUSTED_PROXIES must be addresses or networks such as 127.0.0.1, 10.0.0.0/8 or fd00::/8, with commas between them, not "${text}".`,
      ],
    });
  });
});
