import { expect, it } from 'vitest';
import { TEST_NIT } from '../../test/support/simulator/facturas.ts';
import { testKey } from '../../test/support/simulator/signing.ts';
import { createIssuers, hashPassword, type Issuer, issuerEntry, readIssuerEntry } from './issuers.ts';
import { createTokens } from './tokens.ts';

const HOUR = 3_600_000;

const issuer: Issuer = {
  nit: TEST_NIT,
  ambiente: '00',
  user: 'tienda',
  passwordHash: hashPassword('tienda', 'Clave#Ficticia1'),
  key: testKey().publicKey,
};

it('holds for 48 hours in the test environment and 24 in production', () => {
  const tokens = createTokens();
  const test = tokens.issue(issuer, 0);
  const production = tokens.issue({ ...issuer, ambiente: '01' }, 0);
  expect(tokens.ownerOf(test, 48 * HOUR - 1)).toBe(issuer);
  expect(tokens.ownerOf(test, 48 * HOUR)).toBeNull();
  expect(tokens.ownerOf(production, 24 * HOUR - 1)?.ambiente).toBe('01');
  expect(tokens.ownerOf(production, 24 * HOUR)).toBeNull();
});

it('leaves earlier tokens in force, and never gives the same twice', () => {
  const tokens = createTokens();
  const [first, second] = [tokens.issue(issuer, 0), tokens.issue(issuer, 0)];
  expect(first).not.toBe(second);
  expect(tokens.ownerOf(first, 1)).toBe(issuer);
  expect(tokens.ownerOf(undefined, 1)).toBeNull();
});

it('ends those of one issuer, or all', () => {
  const tokens = createTokens();
  const mine = tokens.issue(issuer, 0);
  const other = tokens.issue({ ...issuer, nit: '012345678' }, 0);
  expect(tokens.expire(TEST_NIT)).toBe(1);
  expect([tokens.ownerOf(mine, 1), tokens.ownerOf(other, 1)?.nit]).toEqual([null, '012345678']);
  expect(tokens.expire(null)).toBe(1);
  expect(tokens.ownerOf(other, 1)).toBeNull();
});

it('knows an issuer by user and password, one for each environment', () => {
  const issuers = createIssuers();
  issuers.register(issuer);
  issuers.register({ ...issuer, ambiente: '01', user: 'tienda-real' });
  expect(issuers.byCredentials('tienda', 'Clave#Ficticia1')).toBe(issuer);
  expect(issuers.byCredentials('tienda', 'clave#ficticia1')).toBeNull();
  expect(issuers.byUser('tienda-real')?.ambiente).toBe('01');
  expect(issuers.all()).toHaveLength(2);
});

it('is written to the state file and read back', () => {
  const entry: unknown = JSON.parse(JSON.stringify(issuerEntry(issuer)));
  const again = readIssuerEntry(entry);
  expect(again).toMatchObject({
    nit: TEST_NIT,
    ambiente: '00',
    user: 'tienda',
    passwordHash: issuer.passwordHash,
  });
  expect(again?.key.equals(issuer.key)).toBe(true);
  expect(readIssuerEntry({ type: 'stamped' })).toBeNull();
  expect(readIssuerEntry({ type: 'issuer', nit: TEST_NIT })).toBeNull();
});
