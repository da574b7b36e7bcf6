import { beforeAll, describe, expect, it } from 'vitest';
import {
  type ConsoleUser,
  ISSUER,
  invited,
  linkFor,
  signedIn,
  visitorAt,
  waysFor,
  waysOf,
} from '../../../../test/support/console-caller.ts';
import { sharedHouse } from '../../../../test/support/shared-house.ts';

const house = sharedHouse();
const PASSWORD = 'un lorito bajo la lluvia';

describe('the account', () => {
  let user: ConsoleUser;
  beforeAll(async () => {
    user = await signedIn(house, { role: 'cashier' });
  });

  it('shows where the user is signed in, and signs out elsewhere', async () => {
    const token = await linkFor(house, user.userId, 'entry');
    const visitor = visitorAt(house);
    await visitor.get(`/app/enlace/${token}`);
    await visitor.post(`/app/enlace/${token}`);
    const page = await visitor.get('/app/cuenta');
    expect(page.text).toContain('Chrome en Android');
    expect(page.text).toContain('Esta sesión');
    const done = await visitor.post('/app/cuenta/sesiones');
    expect(done.headers['location']).toBe('/app/cuenta?hecho=sesiones');
    expect((await user.get('/app/cuenta')).status).toBe(303);
    expect((await visitor.get('/app/cuenta?hecho=sesiones')).text).toContain(
      'Las demás sesiones se cerraron.',
    );
  });

  it('asks whoever came in by a link, and has no password, for one to come back with', async () => {
    const own = await signedIn(house, { role: 'owner' });
    const page = await own.get('/app/cuenta');
    expect([page.text.includes('Poner contraseña'), page.text.includes('password_before')]).toEqual([
      true,
      false,
    ]);
    const set = await own.post('/app/cuenta/clave', { password: PASSWORD });
    expect(set.headers['location']).toBe('/app/cuenta?hecho=clave');
    const again = visitorAt(house);
    await again.get('/app/entrar');
    const signIn = { _entrar: '1', _email: own.email, _password: PASSWORD };
    expect((await again.post('/app/entrar', signIn)).status).toBe(303);
    // From now on it is asked for.
    expect((await own.post('/app/cuenta/clave', { password: 'otra frase bien larga' })).status).toBe(422);
  });

  it('changes the password of whoever knows it', async () => {
    const visitor = visitorAt(house);
    const token = await invited(house, { email: 'marta@example.com', role: 'owner' });
    await visitor.get(`/app/invitacion/${token}`);
    await visitor.post(`/app/invitacion/${token}`, { name: 'Marta Ficticia', password: PASSWORD });
    const wrong = await visitor.post('/app/cuenta/clave', {
      password_before: 'x',
      password: 'otra frase bien larga',
    });
    expect([wrong.status, wrong.text.includes('La contraseña actual no es esa.')]).toEqual([422, true]);
    const fields = { password_before: PASSWORD, password: 'otra frase bien larga' };
    expect((await visitor.post('/app/cuenta/clave', fields)).headers['location']).toBe(
      '/app/cuenta?hecho=clave',
    );
    const statuses = [];
    for (const _password of [PASSWORD, 'otra frase bien larga']) {
      const again = visitorAt(house);
      await again.get('/app/entrar');
      const signIn = { _entrar: '1', _email: 'marta@example.com', _password };
      statuses.push((await again.post('/app/entrar', signIn)).status);
    }
    expect(statuses).toEqual([401, 303]);
  });
});

describe('what opens the account', () => {
  const removals = async (user: ConsoleUser) => {
    const passkey = await waysFor(house, user.userId);
    return { llaves: { passkey }, proveedor: { issuer: ISSUER } };
  };
  const send = (user: ConsoleUser, form: string, fields: Readonly<Record<string, string>>) =>
    user.post(`/app/cuenta/${form}`, fields);

  it('is changed by nobody who came in long ago, in no way', async () => {
    const user = await signedIn(house, { role: 'owner' });
    const { llaves, proveedor } = await removals(user);
    await house.sql`UPDATE sessions SET started_at = started_at - interval '15 minutes'
      WHERE user_id = ${user.userId}`;
    const changes = [
      ['clave', { password: PASSWORD }],
      ['llaves', { response: '{}', passkey_name: 'Otro' }],
      ['llaves', llaves],
      ['proveedor', proveedor],
    ] as const;
    for (const [form, fields] of changes)
      expect([form, (await send(user, form, fields)).status]).toEqual([form, 403]);
    expect(await waysOf(house, user.userId)).toEqual([0, 1, 1]);
    const page = await user.get('/app/cuenta');
    expect(page.text).toContain('los primeros 15 minutos');
    expect(page.text).not.toMatch(/Quitar|name="password"|Agregar una llave/);
  });

  it('is never taken away as a whole, also by two changes at once', async () => {
    const user = await signedIn(house, { role: 'owner' });
    const { llaves, proveedor } = await removals(user);
    const both = () => Promise.all([send(user, 'proveedor', proveedor), send(user, 'llaves', llaves)]);
    for (const _turn of [1, 2]) expect((await both()).map(({ status }) => status).sort()).toEqual([303, 409]);
    const [passwords, passkeys = 0, accounts = 0] = await waysOf(house, user.userId);
    expect([passwords, passkeys + accounts]).toEqual([0, 1]);
    await send(user, 'clave', { password: PASSWORD });
    await both();
    expect(await waysOf(house, user.userId)).toEqual([1, 0, 0]);
    const other = await signedIn(house, { role: 'owner' });
    const only = await removals(other);
    await send(other, 'proveedor', only.proveedor);
    expect((await send(other, 'llaves', only.llaves)).status).toBe(409);
  });
});
