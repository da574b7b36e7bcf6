import { expect, it } from 'vitest';
import { pageOf, profileOf } from '../../../../test/support/console-caller.ts';
import { wrongFieldsIn } from '../../../../test/support/form-reader.ts';
import { invoiceBody } from '../../../../test/support/request-bodies.ts';
import { sharedHouse } from '../../../../test/support/shared-house.ts';
import { sharedUser } from '../../../../test/support/shared-user.ts';

const house = sharedHouse();
const owner = sharedUser(house, { role: 'owner' });
const address = () => pageOf(house, '/empresa/establecimientos');

type Place = Readonly<Record<string, string>>;

/** Posts the places as the page does: each field once for each of them, and once more for the empty one. */
function save(...places: readonly Place[]) {
  const names = ['code', 'points_of_sale', 'address', 'district', 'phone', 'email'];
  const all = [...places, {}];
  const fields = names.map((name) => [name, all.map((place: Place) => place[name] ?? '')]);
  return owner.post(address(), Object.fromEntries(fields));
}

const kept = async () => (await profileOf(house))['establishments'];

const HOME = { code: 'M001', points_of_sale: 'P001' };

it('adds places, which issue from then on, and takes them away unless they have', async () => {
  const site = { address: 'Calle Ficticia 1', district: 'Santa Tecla' };
  const branch = { code: 's002', points_of_sale: 'p001; P002', ...site };
  expect((await save(HOME, branch)).headers['location']).toContain('hecho=datos');
  expect(await kept()).toMatchObject([
    { code: 'M001', points_of_sale: ['P001'] },
    { code: 'S002', points_of_sale: ['P001', 'P002'], address: 'Calle Ficticia 1' },
  ]);
  const shown = (await owner.get(address())).text;
  expect(shown).toContain('value="P001, P002"');
  expect(shown).toContain('Santa Tecla');
  const sale = invoiceBody({ establishment: 'S002', point_of_sale: 'P002' });
  expect((await house.company.post('/invoice', sale)).status).toBe(200);
  const refused = await save(HOME, { ...branch, points_of_sale: 'P001' });
  expect(refused.status).toBe(422);
  expect(refused.text).toContain('no se puede quitar el punto de venta P002 de S002');
  expect((await save(HOME)).text).toContain('no se puede quitar el establecimiento S002');
  expect((await save(HOME, { ...branch, points_of_sale: 'P002' })).status).toBe(303);
});

it('says at each place what is wrong with it', async () => {
  const before = await kept();
  const refused = await save(HOME, { code: 'XX', points_of_sale: 'P1', email: 'no' });
  expect([refused.status, wrongFieldsIn(refused.text)]).toEqual([
    422,
    ['code-1', 'points_of_sale-1', 'email-1'],
  ]);
  expect(refused.text).toContain('value="XX"');
  expect((await save()).status).toBe(422);
  expect(await kept()).toEqual(before);
});
