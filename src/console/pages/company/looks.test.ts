import { expect, it } from 'vitest';
import { pageOf, profileOf } from '../../../../test/support/console-caller.ts';
import { ownHouse } from '../../../../test/support/house.ts';
import { png } from '../../../../test/support/png.ts';
import { sharedUser } from '../../../../test/support/shared-user.ts';

const house = ownHouse();
/** A grey picture of one pixel. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==';
const owner = sharedUser(house, { role: 'owner' });
const address = (path = '') => pageOf(house, `/empresa/imagen${path}`);

const kept = async () => (await profileOf(house))['branding'];

it('keeps logo and colour, and leaves the one where the other changes', async () => {
  const done = await owner.post(address(), { logo: PNG, color: '#12508F' });
  expect(done.headers['location']).toBe(address('?hecho=imagen'));
  expect(await kept()).toEqual({ logo: PNG, color: '#12508f' });
  await owner.post(address(), { logo: '', color: '' });
  expect(await kept()).toEqual({ logo: PNG, color: null });
  await owner.post(address(), { logo: '', color: '', without_logo: '1' });
  expect(await kept()).toEqual({ logo: null, color: null });
});

it('says what is wrong with a logo or a colour, and keeps neither', async () => {
  const before = await kept();
  const damaged = png({ colorType: 6, pixels: Buffer.from('garbage') });
  for (const fields of [
    { logo: btoa('GIF89a'), color: '' },
    { logo: damaged.toString('base64'), color: '' },
    { logo: '', color: 'azul' },
  ]) {
    const refused = await owner.post(address(), fields);
    expect([refused.status, refused.text.includes('No se guardó nada.')]).toEqual([422, true]);
  }
  expect(await kept()).toEqual(before);
});

it.each(['carta', 'tiquete'])('shows them on paper that is worth nothing: %s', async (paper) => {
  const shown = await owner.get(address(`/muestra?papel=${paper}`));
  expect([shown.status, shown.headers['content-type']]).toEqual([200, 'application/pdf']);
  expect(shown.headers['x-frame-options']).toBe('SAMEORIGIN');
  expect(await house.sql('SELECT 1 FROM documents')).toEqual([]);
});
