import { describe, expect, it } from 'vitest';
import { lastDeed, pageOf, signedIn } from '../../../../test/support/console-caller.ts';
import { wrongFieldsIn } from '../../../../test/support/form-reader.ts';
import { ownHouse } from '../../../../test/support/house.ts';
import { sharedUser } from '../../../../test/support/shared-user.ts';

const house = ownHouse();
const LIMITS = { per_minute: '60', per_hour: '1000' };
const owner = sharedUser(house, { role: 'owner' });
const at = (path = '') => pageOf(house, `/claves${path}`);

/** Makes a key and gives back what is shown once. */
async function make(fields: Readonly<Record<string, string>> = {}) {
  const shown = await owner.post(at(), { name: 'Caja 2', ...LIMITS, ...fields });
  expect(shown.status).toBe(200);
  const [, key = ''] = /id="key"[^>]* value="([^"]+)"/.exec(shown.text) ?? [];
  const [row] = await house.sql('SELECT * FROM api_keys ORDER BY created_at DESC LIMIT 1');
  return { key, keyId: String(row?.['key_id']), row: JSON.stringify(row) };
}

describe('a key', () => {
  it('is shown once, works, and its secret is nowhere in the database', async () => {
    const { key, row, keyId } = await make();
    expect(key).toMatch(/^\S{30,}$/);
    expect(row).not.toContain(key.slice(-30));
    const list = (await owner.get(at())).text;
    expect(list).toContain('Nunca usada');
    expect(list).not.toContain(key);
    expect((await house.caller(key).call('GET', '/documents')).status).toBe(200);
    expect((await owner.get(at())).text).toContain('Usada ahora mismo');
    const subject = 'Caja 2 (60 por minuto, 1000 por hora)';
    expect(await lastDeed(house)).toMatchObject({ deed: 'key_created', subject });
    expect(keyId).not.toBe('');
  });

  it('gets other limits, up to the usual ones', async () => {
    const { key, keyId } = await make();
    const refused = await owner.post(at(`/${keyId}`), { per_minute: '121', per_hour: 'x' });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('Escriba un número entero de 1 a 120.');
    expect(refused.text).toContain('value="121"');
    const changed = await owner.post(at(`/${keyId}`), { per_minute: '1', per_hour: '5000' });
    expect(changed.headers['location']).toBe(at('?hecho=limites'));
    const statuses = [];
    for (let turn = 0; turn < 2; turn += 1)
      statuses.push((await house.caller(key).call('GET', '/documents')).status);
    expect(statuses).toEqual([200, 429]);
    const operator = await signedIn(house, { role: 'operator' });
    await operator.post(at(`/${keyId}`), { per_minute: '5000', per_hour: '90000' });
    expect((await owner.get(at(`/${keyId}`))).text).toContain('value="90000"');
    // What the operator gave may stay.
    expect((await owner.post(at(`/${keyId}`), { per_minute: '4000', per_hour: '90000' })).status).toBe(303);
  });

  it('opens nothing once it is revoked, and stays revoked', async () => {
    const { key, keyId } = await make();
    expect((await owner.post(at(`/${keyId}/revocar`))).headers['location']).toBe(at('?hecho=revocada'));
    expect((await house.caller(key).call('GET', '/documents')).status).toBe(401);
    for (const path of [`/${keyId}/revocar`, `/${keyId}`])
      expect((await owner.post(at(path), LIMITS)).status).toBe(404);
    expect((await owner.get(at(`/${keyId}`))).status).toBe(404);
    expect((await owner.get(at())).text).toContain('Claves revocadas');
  });

  it('needs a name and limits', async () => {
    const refused = await owner.post(at(), { name: ' ', per_minute: '0', per_hour: '5001' });
    expect([refused.status, wrongFieldsIn(refused.text)]).toEqual([422, ['name', 'per_minute', 'per_hour']]);
  });

  it('of another company is nobody’s', async () => {
    const foreign = await house.addCompany();
    const { keyId } = foreign;
    expect((await owner.get(at(`/${keyId}`))).status).toBe(404);
    for (const path of [`/${keyId}/revocar`, `/${keyId}`])
      expect((await owner.post(at(path), LIMITS)).status).toBe(404);
    expect((await foreign.call('GET', '/documents')).status).toBe(200);
  });
});
