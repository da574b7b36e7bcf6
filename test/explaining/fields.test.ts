// The fields that explanations name are those of the interface, and the names in the company's file those of the file.
import { describe, expect, it } from 'vitest';
import { TIPOS_DTE, type TipoDte } from '../../src/core/dte/kinds.ts';
import type { Owner, Owners } from '../../src/core/explaining/owner.ts';
import { OWNERS_IN_DOCUMENTS } from '../../src/core/explaining/owners-in-documents.ts';
import { OWNERS_IN_INVALIDATIONS } from '../../src/core/explaining/owners-in-invalidations.ts';
import { CreditMemoBodySchema } from '../../src/requests/credit-memo/schema.ts';
import { InvalidationBodySchema } from '../../src/requests/invalidation-fields.ts';
import { InvoiceBodySchema } from '../../src/requests/invoice/schema.ts';
import { SuexBodySchema } from '../../src/requests/suex/schema.ts';
import { CompanyFileSchema } from '../../src/schema/company-file.ts';
import { isJson } from '../support/http-caller.ts';

/** Every field of a schema, the members of lists under `[]`. */
function fieldsIn(schema: unknown, path = ''): readonly string[] {
  if (!isJson(schema)) return [];
  const alternatives = [schema['anyOf'] ?? []].flat();
  const members = Object.entries(isJson(schema['properties']) ? schema['properties'] : {});
  return [
    path,
    ...fieldsIn(schema['items'], `${path}[]`).filter((found) => found !== ''),
    ...alternatives.flatMap((one) => fieldsIn(one, path)),
    ...members.flatMap(([name, member]) => fieldsIn(member, path === '' ? name : `${path}.${name}`)),
  ];
}

const BODIES: Readonly<Record<TipoDte, unknown>> = {
  '01': InvoiceBodySchema,
  '03': InvoiceBodySchema,
  '05': CreditMemoBodySchema,
  '11': InvoiceBodySchema,
  '14': SuexBodySchema,
};

function namedBy(owner: Owner): readonly string[] {
  if (owner.origin === 'request') return owner.fields;
  return owner.origin === 'computed' ? [owner.field, ...owner.from] : [];
}

function strangers(owners: Owners, body: unknown): readonly string[] {
  const fields = new Set(fieldsIn(body));
  return Object.values(owners)
    .flatMap(namedBy)
    .filter((field) => !fields.has(field));
}

describe('the fields that explanations name', () => {
  it.each(TIPOS_DTE)('are fields of what is sent for type %s', (tipoDte) => {
    expect(fieldsIn(BODIES[tipoDte])).toContain('lines[].unit_price');
    expect(strangers(OWNERS_IN_DOCUMENTS[tipoDte], BODIES[tipoDte])).toEqual([]);
  });

  it('are fields of what is sent to invalidate', () => {
    expect(strangers(OWNERS_IN_INVALIDATIONS, InvalidationBodySchema)).toEqual([]);
  });

  it('are names of the company’s file where they are not the caller’s', () => {
    const file = new Set(fieldsIn(CompanyFileSchema));
    const tables = [...Object.values(OWNERS_IN_DOCUMENTS), OWNERS_IN_INVALIDATIONS];
    const named = tables
      .flatMap((owners) => Object.values(owners))
      .flatMap((owner) => (owner.origin === 'company' ? owner.file.split(', ') : []));
    expect([...new Set(named)].filter((name) => !file.has(name))).toEqual([]);
  });
});
