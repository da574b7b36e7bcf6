import { describe, expect, it } from 'vitest';
import type { Answer } from '../support/http-caller.ts';
import { readDocument } from './description.ts';
import { violations } from './judge.ts';
import { mutated } from './mutations.ts';

const operation = readDocument().operation('createInvoice');
const factura = operation.example(200, 'factura');

const HEADERS = Object.fromEntries(operation.headers(200).map((name) => [name.toLowerCase(), '1']));
const REQUEST = { body: '{"lines":[{"description":"Pan","quantity":1,"unit_price":1}]}' };

function answerOf(changes: Partial<Answer> & { readonly fields?: object }): Answer {
  const body = { ...Object(factura), ...changes.fields };
  const headers = { ...HEADERS, 'content-type': 'application/json; charset=utf-8' };
  return { status: 200, headers, body, text: JSON.stringify(body), ...changes };
}

describe('the judge of answers', () => {
  it('has nothing to say of an answer as promised', () => {
    expect(violations(operation, REQUEST, answerOf({}))).toEqual([]);
  });

  it.each<[string, Partial<Answer> & { readonly fields?: object }, RegExp]>([
    ['a failure', { status: 500 }, /^500$/],
    ['a status that is not described', { status: 404 }, /404 is not described/],
    ['a missing header', { headers: { 'content-type': 'application/json' } }, /no X-RateLimit-Limit-Minute/],
    ['another type', { headers: { ...HEADERS, 'content-type': 'text/html' } }, /200 is text\/html/],
    ['a field of another type', { fields: { posted: 'true' } }, /200: \/posted must be boolean/],
    ['a malformed number', { fields: { control_number: 'DTE-01' } }, /control_number must match/],
    ['flags of no outcome', { fields: { contingency: true } }, /no outcome has the flags/],
    [
      'a seal without a stamp',
      { fields: { dte_success: false, contingency: true } },
      /a seal without a stamp/,
    ],
    ['a rejection without a reason', { fields: { rejected: true } }, /observations without/],
  ])('finds %s', (_what, changes, found) => {
    expect(violations(operation, REQUEST, answerOf(changes)).join('\n')).toMatch(found);
  });

  it('finds a body that was accepted against its schema', () => {
    const body = '{"lines":[{"description":"Pan","quantity":1,"unit_prize":1}]}';
    expect(violations(operation, { body }, answerOf({})).join()).toMatch(/accepted in spite of/);
  });
});

describe('a mutated body', () => {
  const body = { a: [1, { b: 'x' }] };
  it.each([
    [0, null],
    [1, {}],
    [2, { a: [{ b: 'x' }] }],
    [3, { a: [1] }],
    [4, { a: [1, {}] }],
  ])('loses its place %i', (place, expected) => {
    expect(mutated(body, [{ place, change: (_value, { remove }) => remove }])).toEqual(expected);
    expect(mutated(body, [{ place: place + 5, change: (_value, { remove }) => remove }])).toEqual(expected);
  });

  it('is changed by one thing after another', () => {
    const other = { place: 1, change: () => [] };
    expect(mutated(body, [other, { place: 0, change: (value) => [value] }])).toEqual([{ a: [] }]);
  });
});
