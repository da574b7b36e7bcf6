import { expect, it } from 'vitest';
import { pageOf } from '../../../../test/support/console-caller.ts';
import { fieldsIn, open, submit } from '../../../../test/support/form-reader.ts';
import { ccfBody, lineBody } from '../../../../test/support/request-bodies.ts';
import { sharedHouse } from '../../../../test/support/shared-house.ts';
import { sharedUser } from '../../../../test/support/shared-user.ts';
import { walked } from '../../../../test/support/walked.ts';

const house = sharedHouse();
const FORM = /\/emitir\/\d\d$/;
const user = sharedUser(house, { role: 'cashier' });
const at = (path: string) => pageOf(house, `/emitir/${path}`);
const PART = { 'hx-request': 'true' };

type Page = { readonly text: string };
const press = (page: Page, button: readonly [string, string], fields = {}) =>
  submit(user, page, { action: FORM, button, fields });

it('fills in a customer and a product of earlier sales, chosen or typed exactly', async () => {
  await house.company.post('/invoice', ccfBody({ lines: [lineBody({ code: 'PAN-1', unit: '59' })] }));
  await walked(house);
  const asked = await press(await open(user, at('03')), ['seguir', '1'], {
    'customer.name': 'distri',
    'lines[0].description': 'pan-1',
    'lines[0].quantity': '4',
  });
  expect(fieldsIn(asked.text, FORM)).toMatchObject({
    'lines[0].description': 'Pan francés',
    'lines[0].quantity': '4',
    'lines[0].unit_price': '1.13',
    'lines[0].unit': '59 · Unidad',
  });
  const [, recall = ''] = /name="traer" value="(customer\.name [^"]*)"/.exec(asked.text) ?? [];
  const chosen = await press(asked, ['traer', recall]);
  expect(fieldsIn(chosen.text, FORM)).toMatchObject({
    'customer.name': 'Distribuidora Ficticia, S.A. de C.V.',
    'customer.nrc': '7654321',
    // Nothing was retained, which says nothing of the kind.
    'customer.type_contributor': '',
    'lines[0].quantity': '4',
  });
  const byNumber = await press(await open(user, at('03')), ['seguir', '1'], {
    'customer.document_number': '0614-020202-002-4',
  });
  expect(fieldsIn(byNumber.text, FORM)).toMatchObject({ 'customer.nrc': '7654321' });
  const suggested = await user.post(at('03/sugerencias/clientes'), { 'customer.name': 'distri' }, PART);
  expect(suggested.text).toContain('<option value="Distribuidora Ficticia, S.A. de C.V.">');
  const done = await press(chosen, ['emitir', '1'], { 'customer.type_contributor': '1' });
  expect(done.text).toContain('Emitido y sellado');
});

it('offers the customer and the product of the sale just made, before anything has walked it', async () => {
  const done = await press(await open(user, at('03')), ['emitir', '1'], {
    'customer.name': 'Comercial Recién Llegada, S.A. de C.V.',
    'customer.document_number': '0614-030303-003-0',
    'customer.nrc': '112233-4',
    'customer.type_contributor': '1',
    'customer.activity_code': '47111',
    'customer.email': 'nueva@example.com',
    'lines[0].description': 'Semita de piña',
    'lines[0].quantity': '2',
    'lines[0].unit_price': '2.26',
  });
  expect(done.text).toContain('Emitido y sellado');
  const asked = await press(await open(user, at('03')), ['seguir', '1'], {
    'customer.name': 'recien',
    'lines[0].description': 'semita de piña',
  });
  expect(fieldsIn(asked.text, FORM)).toMatchObject({ 'lines[0].unit_price': '2.26' });
  const [, recall = ''] = /name="traer" value="(customer\.name [^"]*)"/.exec(asked.text) ?? [];
  const chosen = await press(asked, ['traer', recall]);
  expect(fieldsIn(chosen.text, FORM)).toMatchObject({
    'customer.document_number': '06140303030030',
    'customer.nrc': '1122334',
  });
  const suggested = await user.post(at('01/sugerencias/clientes'), { 'customer.name': 'rec' }, PART);
  expect(suggested.text).toContain('Comercial Recién Llegada');
});
