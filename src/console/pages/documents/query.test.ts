import { createSecretKey } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { idOf } from '../../../../test/support/identifiers.ts';
import { createSealedTexts } from '../../../identity/sealed-text.ts';
import { fieldsOf } from '../../form.ts';
import { filterWords } from '../../selection-words.ts';
import {
  isTooLong,
  keyIn,
  keyText,
  meaningOf,
  openedQuery,
  openQueryOf,
  queryWith,
  textsOf,
} from './query.ts';

describe('what a search means', () => {
  it.each([
    ['', {}],
    ['  ', {}],
    ['Ana', { customer: 'Ana' }],
    ['Panadería 7', { customer: 'Panadería 7' }],
    ['0614-010100-101-2', { nit: '0614-010100-101-2' }],
    ['06140101001012', { nit: '06140101001012' }],
    ['01234567-8', { dui: '01234567-8' }],
    ['012345678', { dui: '012345678' }],
    ['12345-6', { nrc: '12345-6' }],
    ['1234', { control_number: '1234' }],
    ['dte-01-M001P001-000000000000012', { control_number: 'DTE-01-M001P001-000000000000012' }],
    ['M001P001-000000000000012', { control_number: 'M001P001-000000000000012' }],
    ['12.50', { amount: '12.50' }],
    ['$1,234.5', { amount: '1234.5' }],
    ['$ 12', { amount: '12' }],
    ['8,50', { amount: '8.50' }],
    ['1.250,00', { amount: '1250.00' }],
    ['1,234', { customer: '1,234' }],
    ['a1b2c3d4-0000-4000-8000-000000000001', { generation_code: 'A1B2C3D4-0000-4000-8000-000000000001' }],
    [`2026${'a'.repeat(36)}`, { reception_stamp: `2026${'A'.repeat(36)}` }],
  ])('%s', (text, meaning) => {
    expect(meaningOf(text)).toEqual(meaning);
  });
});

it('asks for nothing by a field that was left blank', () => {
  const query = fieldsOf('q=+Ana+&from=2026-11-01&to=&state=&establishment=M001&otro=1');
  expect(textsOf(query)).toEqual({ customer: 'Ana', from: '2026-11-01', establishment: 'M001' });
});

it('leaves a search out of addresses that no address can hold', () => {
  const long = fieldsOf(new URLSearchParams({ q: '1', external_ref: 'ñ'.repeat(1_001) }).toString());
  expect([isTooLong(long), queryWith(long, {})]).toEqual([true, '']);
  const short = fieldsOf(new URLSearchParams({ q: '1', external_ref: 'ñ'.repeat(900) }).toString());
  expect([isTooLong(short), queryWith(short, {}).length > 5_000]).toEqual([false, true]);
});

it('keeps what was asked for in the addresses of a list', () => {
  const query = fieldsOf('q=Ana&from=2026-11-01&despues=1.x&otro=1');
  expect(queryWith(query, {})).toBe('?q=Ana&from=2026-11-01');
  expect(queryWith(query, { despues: '5.y', from: null })).toBe('?q=Ana&despues=5.y');
  expect(queryWith(fieldsOf(''), {})).toBe('');
});

describe('a search in an address', () => {
  const texts = createSealedTexts(createSecretKey(Buffer.alloc(32, 7)), 'a test');
  const opened = (query: string, companyId = 'a') =>
    openedQuery({ addresses: texts, companyId }, fieldsOf(query));

  it.each(['Ana Ficticia', '0614-010100-101-2', '01234567-8', '12345-6'])(
    'has %s sealed, for its company, and its page has it in the open',
    (text) => {
      const asked = opened(new URLSearchParams({ q: text, from: '2026-11-01' }).toString()).query;
      const address = queryWith(asked, {});
      expect(address).toMatch(/^\?busca=[\w-]+&from=2026-11-01$/);
      const again = opened(address.slice(1));
      expect([again.query.one('q'), again.problem]).toEqual([text, null]);
      expect(queryWith(again.query, {})).toBe(address);
      expect(fieldsOf(openQueryOf(asked).slice(1)).one('q')).toBe(text);
    },
  );

  it('has its amounts as digits, however they were typed', () => {
    const typed = new URLSearchParams({ amount_min: '8,50', amount_max: '$1,250.00' });
    const { query } = opened(typed.toString());
    expect(textsOf(query)).toEqual({ amount_min: '8.50', amount_max: '1250.00' });
    expect(filterWords(query)).toEqual(['monto desde $8.50', 'monto hasta $1250.00']);
    expect(textsOf(opened('amount_min=mucho').query)).toEqual({ amount_min: 'mucho' });
  });

  it('is not taken for one of everything where it cannot be opened', () => {
    const address = queryWith(opened('q=Ana').query, {}).slice(1);
    for (const query of [address.slice(0, -1), 'busca=', 'busca=x&q=Ana', address]) {
      const unreadable = opened(query, query === address ? 'b' : 'a');
      expect(unreadable.problem).toMatchObject({ path: 'q', message: expect.stringContaining('otra vez') });
      expect(queryWith(unreadable.query, {})).toBe('');
    }
    expect(opened('').problem).toBeNull();
  });

  it.each(['', '12.50', '1234', 'DTE-01-M001P001-000000000000012'])('has «%s» as it is', (text) => {
    expect(queryWith(opened(new URLSearchParams({ q: text }).toString()).query, {})).toBe(
      text === '' ? '' : `?q=${text}`,
    );
  });
});

it('reads where a page begins, and nothing that is no such place', () => {
  const key = { us: '1763900000000000', documentId: idOf('a') };
  expect(keyIn(keyText(key))).toEqual(key);
  for (const text of ['', '1', '1.x', `1.${idOf('a')} `, `9999999999999999999.${idOf('a')}`])
    expect(keyIn(text)).toBeNull();
});
