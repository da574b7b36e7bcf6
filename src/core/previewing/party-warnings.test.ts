import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sampleCompanies } from '../../../test/oracle/companies.ts';
import { anyBusiness } from '../../../test/oracle/generated-documents.ts';
import { DOCUMENT_KINDS } from '../../../test/structure/document-kinds.ts';
import { exampleParty } from '../../../test/support/example-order.ts';
import { draftOrder, UNUSED_OF_PARTY } from '../drafting/draft-order.ts';
import type { Order, PartyOrder } from '../drafting/order.ts';
import type { TipoDte } from '../dte/kinds.ts';
import type { Members } from '../dte/official-json.ts';
import { partyWarnings } from './party-warnings.ts';

const SEED = 20_261_201;
const KEYS = Object.keys(exampleParty());
/** What each field may say besides what the generators give it. */
const OTHERWISE: Partial<PartyOrder> = {
  country: 'US',
  personType: 1,
  nrc: '123456-7',
  typeContributor: 3,
  tradeName: 'X',
};

describe.each(DOCUMENT_KINDS.filter(({ tipoDte }) => tipoDte !== '05'))(
  'a party of type $tipoDte in $generation',
  (kind) => {
    const { tipoDte, generation } = kind;
    const companies = sampleCompanies(generation, { seed: SEED, count: 3 });
    const sales = fc
      .sample(anyBusiness(companies, kind), { seed: SEED, numRuns: 60 })
      .flatMap((one) => (one.kind === 'order' && one.order.customer !== null ? [one] : []));
    const textOf = (order: Order, company: (typeof companies)[number]) => {
      const draft = draftOrder(order, { company, generation, place: null });
      return draft.kind === 'problems' ? null : JSON.stringify([draft.text, draft.summary]);
    };
    /** How many sales become other documents when the field says something else, or nothing. */
    const changed = (key: string) =>
      sales.filter(({ order, company }) => {
        const { customer } = order;
        if (customer === null) return false;
        const before = textOf(order, company);
        return [null, Reflect.get(OTHERWISE, key) ?? null].some(
          (value) => textOf({ ...order, customer: { ...customer, [key]: value } }, company) !== before,
        );
      }).length;

    it('is all the same whatever its unused fields say, and only those', () => {
      const without = KEYS.filter((key) => changed(key) === 0);
      const unused: readonly string[] = UNUSED_OF_PARTY[tipoDte];
      // A CCF has the NIT alone, whatever kind of document is sent.
      expect(without.filter((key) => key !== 'documentType')).toEqual(
        KEYS.filter((key) => unused.includes(key)),
      );
    });
  },
);

describe('what is told of a party', () => {
  const told = (tipoDte: TipoDte, changes: Partial<PartyOrder>, recipient: Members = {}) =>
    partyWarnings(tipoDte, exampleParty(changes), { path: 'customer', recipient, issuerNit: null }).map(
      ({ code, path }) => `${code} ${path}`,
    );

  it('names every field as callers do', () => {
    const all = Object.fromEntries(UNUSED_OF_PARTY['14'].map((key) => [key, 'x']));
    expect(told('14', all)).toEqual(
      ['nrc', 'trade_name', 'type_contributor', 'country', 'person_type'].map(
        (name) => `field_ignored customer.${name}`,
      ),
    );
  });

  it('is the kind of document that a number was taken for, but of a CCF', () => {
    const recipient = { tipoDocumento: '37' };
    expect(told('01', { documentNumber: 'X' }, recipient)).toEqual(['default_used customer.document_type']);
    expect(told('01', { nit: 'X', documentType: '13' }, recipient)).toEqual([]);
    expect(told('01', {}, {})).toEqual([]);
    expect(told('03', { nit: 'X' }, recipient)).toEqual([]);
  });

  it('is an NRC that the document does not carry', () => {
    expect(told('01', { nrc: '1' }, { nrc: '1' })).toEqual([]);
    expect(told('01', { nrc: '1' }, {})).toEqual(['field_ignored customer.nrc']);
  });

  it('is an address of which something is cut, and one that was put in its place', () => {
    const complemento = 'Calle 1, San Salvador';
    const here = { direccion: { departamento: '06', municipio: '23', distrito: '14', complemento } };
    expect(told('11', { address: 'Calle 1', country: 'US' }, { complemento })).toEqual([]);
    expect(told('11', { address: 'Calle 1, Apartamento', country: 'US' }, { complemento })).toEqual([
      'text_cut customer.address',
    ]);
    expect(told('11', { country: 'US' }, { complemento })).toEqual(['default_used customer.address']);
    expect(told('03', { district: '062314', address: ' ' }, here)).toEqual(['default_used customer.address']);
    expect(told('03', {}, here)).toEqual(['place_assumed customer']);
  });
});
