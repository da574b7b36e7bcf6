import { expect, it } from 'vitest';
import { signedIn, visitorAt } from '../../../../test/support/console-caller.ts';
import { sharedHouse } from '../../../../test/support/shared-house.ts';

const house = sharedHouse();
const PART = { 'hx-request': 'true' };

it('suggests entries of a catalog to whoever is signed in', async () => {
  const user = await signedIn(house, { role: 'cashier' });
  const at = (path: string) => user.get(`/app/catalogos/${path}`, PART);
  expect((await at('district?district=santa%20tec')).text).toContain(
    '<option value="052811 · Santa Tecla, La Libertad Sur, La Libertad">',
  );
  for (const path of ['district', 'district?x=', 'nada?x=a', 'constructor?x=a', 'unit?x=%3Cb%3E'])
    expect([path, (await at(path)).text]).toEqual([path, '']);
});

it('shows nothing to anybody else, and is no page of its own', async () => {
  const { status } = await visitorAt(house).get('/app/catalogos/unit?x=a');
  expect(status).toBe(303);
  const part = await visitorAt(house).get('/app/catalogos/unit?x=a', PART);
  expect([part.status, part.headers['hx-redirect'], part.text]).toEqual([401, undefined, '']);
  const user = await signedIn(house, { role: 'cashier' });
  expect((await user.get('/app/catalogos/unit?x=a')).headers['location']).toBe('/app');
});
