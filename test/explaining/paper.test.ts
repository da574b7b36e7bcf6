import { expect, it } from 'vitest';
import { fieldsInWords } from '../../src/core/explaining/field-names.ts';
import { textOf } from '../support/http-caller.ts';
import { readPdf } from '../support/pdf-reader.ts';
import { invoiceBody } from '../support/request-bodies.ts';
import { sharedHouse } from '../support/shared-house.ts';

const house = sharedHouse();

it('prints on a rejected document what the answer explains, and nothing of it once it is stamped', async () => {
  const customer = { name: 'Cliente Ficticio', email: 'sin-arroba' };
  const body = invoiceBody({ customer });
  const rejected = await house.company.post('/invoice', body);
  const [explanation] = Object.values(Object(rejected.body['explanation']));
  const { text, field, value, why, remedy } = Object(explanation);
  expect([field, remedy]).toEqual(['customer.email', expect.stringContaining('customer.email')]);
  // Whoever reads the paper did not fill in an interface's field.
  const inPrint = [text, 'correo del cliente', value, why, fieldsInWords(String(remedy))];
  const unspaced = (said: string) => said.replaceAll(/\s/g, '');
  const printed = async (kind: 'ticket_url' | 'invoice_url'): Promise<string> => {
    const { pathname, search } = new URL(textOf(rejected, kind));
    const response = await fetch(house.company.url + pathname + search);
    const { pages } = await readPdf(await response.bytes());
    return unspaced(pages.map((page) => page.text).join(''));
  };
  for (const kind of ['ticket_url', 'invoice_url'] as const) {
    const paper = await printed(kind);
    for (const said of ['Por qué fue rechazado', ...inPrint])
      expect(paper.toLowerCase()).toContain(unspaced(String(said)).toLowerCase());
    expect(paper).not.toContain('customer.');
  }
  await house.company.post('/invoice', { ...body, customer: { name: 'Cliente Ficticio' } });
  expect((await printed('invoice_url')).toLowerCase()).not.toContain('porquéfuerechazado');
});
