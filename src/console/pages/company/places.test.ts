import { beforeAll, expect, it } from 'vitest';
import { expectClosedDoors } from '../../../../test/support/closed-doors.ts';
import { type ConsoleUser, signedIn, slugOf } from '../../../../test/support/console-caller.ts';
import { sharedHouse } from '../../../../test/support/house.ts';
import { invoiceBody } from '../../../../test/support/request-bodies.ts';

const house = sharedHouse();
let owner: ConsoleUser;
let address: string;

beforeAll(async () => {
  owner = await signedIn(house, { role: 'owner' });
  address = `/app/e/${await slugOf(house)}/empresa/establecimientos`;
});

type Place = Readonly<Record<string, string>>;

/** Posts the places as the page does: each field once for each of them, and once more for the empty one. */
function save(...places: readonly Place[]) {
  const names = ['code', 'points_of_sale', 'address', 'district', 'phone', 'email'];
  const all = [...places, {}];
  return owner.post(
    address,
    Object.fromEntries(names.map((name) => [name, all.map((place: Place) => place[name] ?? '')])),
  );
}

const kept = async () => {
  const [row] = await house.sql(
    `SELECT profile -> 'establishments' AS places FROM companies WHERE company_id = $1`,
    [house.company.companyId],
  );
  return row?.['places'];
};

const HOME = { code: 'M001', points_of_sale: 'P001' };

it('adds places, which issue from then on, and takes them away unless they have', async () => {
  const branch = {
    code: 's002',
    points_of_sale: 'p001; P002',
    address: 'Calle Ficticia 1',
    district: 'Santa Tecla',
  };
  expect((await save(HOME, branch)).headers['location']).toContain('hecho=datos');
  expect(await kept()).toMatchObject([
    { code: 'M001', points_of_sale: ['P001'] },
    { code: 'S002', points_of_sale: ['P001', 'P002'], address: 'Calle Ficticia 1' },
  ]);
  const shown = (await owner.get(address)).text;
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
  expect(refused.status).toBe(422);
  for (const id of ['code-1', 'points_of_sale-1', 'email-1'])
    expect(refused.text).toContain(`id="${id}-problem"`);
  expect(refused.text).toContain('value="XX"');
  expect((await save()).status).toBe(422);
  expect(await kept()).toEqual(before);
});

it('is closed to everybody else', async () => {
  const page = '/empresa/establecimientos';
  await expectClosedDoors(house, { permission: 'manage_company', pages: [page], forms: [page] });
});
