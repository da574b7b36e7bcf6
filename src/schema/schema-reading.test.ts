import { describe, expect, it } from 'vitest';
import { fieldAt, fieldsOf, itemsOf, mostItemsOf, propertyOf, typesOf } from './schema-reading.ts';

const LIST = { type: ['array', 'null'], maxItems: 3, items: { type: 'string' } };
const SCHEMA = { type: 'object', properties: { list: LIST, open: { type: 'array' } } };

describe('a schema', () => {
  it('names its types, its fields and what is in a list', () => {
    expect(typesOf(SCHEMA)).toEqual(['object']);
    expect(typesOf(LIST)).toEqual(['array', 'null']);
    expect(fieldsOf(SCHEMA)).toEqual(['list', 'open']);
    expect(propertyOf(SCHEMA, 'list')).toBe(LIST);
    expect(itemsOf(LIST)).toEqual({ type: 'string' });
  });

  it('says how many entries a list may have, where it does', () => {
    expect([mostItemsOf(SCHEMA, 'list'), mostItemsOf(SCHEMA, 'open'), mostItemsOf(SCHEMA, 'none')]).toEqual([
      3,
      null,
      null,
    ]);
  });

  it.each([undefined, null, 7, {}])('that says nothing has nothing: %j', (schema) => {
    expect([typesOf(schema), fieldsOf(schema), itemsOf(schema), propertyOf(schema, 'a')]).toEqual([
      [],
      [],
      undefined,
      null,
    ]);
  });

  it.each(['toString', '__proto__', 'constructor'])('does not know %s, as it does not say so', (name) => {
    expect(propertyOf(SCHEMA, name)).toBeNull();
  });
});

describe('fieldAt', () => {
  it('joins paths', () => {
    expect([fieldAt('', 'lines'), fieldAt('lines[3]', 'quantity')]).toEqual(['lines', 'lines[3].quantity']);
  });
});
