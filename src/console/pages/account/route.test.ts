import { beforeAll, describe, expect, it } from 'vitest';
import {
  type ConsoleUser,
  invited,
  linkFor,
  signedIn,
  visitorAt,
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
