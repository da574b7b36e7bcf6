import { expect, it } from 'vitest';
import { listedAt } from '../../../../test/support/catalog-list.ts';
import { invoiceBody } from '../../../../test/support/request-bodies.ts';
import { sharedHouse } from '../../../../test/support/shared-house.ts';
import { offeredCatalogs } from '../../../catalogs/offered-catalogs.ts';

const house = sharedHouse();

const listed = (name: string, search?: string) => listedAt(house, `/catalogs/${name}`, search);

/** The code of the one entry that a person's search finds. */
async function chosen(name: string, search: string): Promise<unknown> {
  const found = await listed(name, search);
  expect(found, `${name} ${search}`).toHaveLength(1);
  return Object(found[0]).code;
}

it.each(offeredCatalogs)('lists $name whole', async ({ name, entries }) => {
  expect(await listed(name)).toEqual(entries);
});

it('gives all that a form for an export needs, down to the stamp', async () => {
  const body = invoiceBody({
    doc_type: '11',
    customer: {
      name: 'Foreign Fictions, Inc.',
      document_type: await chosen('document-types', 'pasaporte'),
      document_number: 'A1234567',
      country: await chosen('countries', 'canada'),
    },
    payment_method: await chosen('payment-methods', 'giro'),
    export: {
      incoterm: await chosen('incoterms', 'libre a bordo'),
      fiscal_precinct: await chosen('precincts', 'acajutla'),
      regime_type: await chosen('regime-types', 'reexportacion'),
      regime: await chosen('regimes', '1000.000'),
    },
  });
  const { body: answer } = await house.company.post('/invoice', body);
  expect(answer).toMatchObject({ dte_success: true, rejected: false });
});
