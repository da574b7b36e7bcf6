import { randomBytes, randomInt } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createApiKey, parseApiKey } from './api-key.ts';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

function randomText(length: number): string {
  return Array.from(randomBytes(length), (byte) => ALPHABET[byte % 62]).join('');
}

describe('createApiKey', () => {
  it.each([
    ['00', 'sello_test_'],
    ['01', 'sello_live_'],
  ] as const)('makes keys of environment %s that start with %s and parse', (ambiente, prefix) => {
    const { text, publicId, secret } = createApiKey(ambiente);
    expect(text).toMatch(new RegExp(`^${prefix}[0-9A-Za-z]{16}_[0-9A-Za-z]{38}$`));
    expect(parseApiKey(text)).toEqual({ ambiente, publicId, secret });
  });

  it('never repeats itself and uses every character about equally', () => {
    const secrets = Array.from({ length: 2_000 }, () => createApiKey('00').secret);
    expect(new Set(secrets).size).toBe(secrets.length);
    const counts = new Map<string, number>();
    for (const character of secrets.join('')) counts.set(character, (counts.get(character) ?? 0) + 1);
    expect(counts.size).toBe(62);
    // 1,032 on average with a standard deviation of 32: a biased remainder would show up as 25 % more.
    expect(Math.max(...counts.values())).toBeLessThan(1_032 * 1.2);
    expect(Math.min(...counts.values())).toBeGreaterThan(1_032 * 0.8);
  });
});

describe('parseApiKey', () => {
  it('refuses 100,000 random strings of the right shape', () => {
    const accepted = Array.from({ length: 100_000 }, (_, index) => {
      const prefix = index % 2 === 0 ? 'sello_test_' : 'sello_live_';
      return parseApiKey(`${prefix}${randomText(16)}_${randomText(38)}`);
    }).filter((key) => key !== null);
    expect(accepted).toEqual([]);
  });

  it('refuses a key with any one character changed', () => {
    const { text } = createApiKey('01');
    const mistyped = Array.from(text, (character, index) => {
      const other = ALPHABET.replace(character, '')[randomInt(61)];
      return `${text.slice(0, index)}${other}${text.slice(index + 1)}`;
    });
    expect(mistyped.map(parseApiKey).filter((key) => key !== null)).toEqual([]);
  });

  it('refuses a key of one environment dressed up as one of the other', () => {
    expect(parseApiKey(createApiKey('00').text.replace('_test_', '_live_'))).toBeNull();
  });

  it.each([
    ['', 'empty'],
    ['sello_test_', 'prefix only'],
    [` ${createApiKey('00').text}`, 'leading blank'],
    [`${createApiKey('00').text}\n`, 'trailing line end'],
    [createApiKey('00').text.slice(0, -1), 'one character short'],
    [`${createApiKey('00').text}0`, 'one character long'],
    [createApiKey('00').text.toUpperCase(), 'upper case'],
    ['sello_test_'.repeat(10_000), 'very long'],
  ])('refuses a malformed key (%#: %j)', (text) => {
    expect(parseApiKey(text)).toBeNull();
  });
});
