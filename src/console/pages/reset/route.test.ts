import { describe, expect, it } from 'vitest';
import { linkFor, signedIn, visitorAt, waysFor, waysOf } from '../../../../test/support/console-caller.ts';
import { sharedHouse } from '../../../../test/support/shared-house.ts';
import { NO_FIELDS } from '../../form.ts';
import { askedPage, askPage } from './route.ts';

const house = sharedHouse();
const PASSWORD = 'un lorito bajo la lluvia';
const EMAIL = 'nadie@example.com';

describe('a forgotten password', () => {
  it('is answered the same whoever asks', async () => {
    const visitor = visitorAt(house);
    await visitor.get('/app/clave');
    const [known, unknown] = [
      await visitor.post('/app/clave', { email: (await signedIn(house, { role: 'owner' })).email }),
      await visitor.post('/app/clave', { email: EMAIL }),
    ];
    expect([known.status, known.text]).toEqual([unknown.status, unknown.text]);
  });

  it('asks for no address where the installation mails nothing, and says whom to ask', async () => {
    const visitor = visitorAt(house);
    for (const { text } of [
      await visitor.get('/app/clave'),
      await visitor.post('/app/clave', { email: EMAIL }),
    ]) {
      expect(text).toMatch(/enlace a quien opera Sello\./);
      // An owner has no shell.
      expect(text).not.toContain('sello user');
      expect(text).not.toMatch(/Le enviamos|Revise su correo|<form|su empresa tiene cuenta/);
    }
    expect(askPage({ csrf: 'x', form: NO_FIELDS }, { canMail: true }).text).toContain(
      'Le enviamos un enlace',
    );
    expect(askedPage().text).toContain('Revise su correo');
  });

  it('is replaced by a link that works once', async () => {
    const user = await signedIn(house, { role: 'cashier' });
    const token = await linkFor(house, user.userId, 'reset');
    const visitor = visitorAt(house);
    const first = await visitor.get(`/app/clave/${token}`);
    expect([first.text.includes(user.email), first.text.includes('Elija su contraseña')]).toEqual([
      true,
      true,
    ]);
    const bad = await visitor.post(`/app/clave/${token}`, { password: 'corta' });
    expect([bad.status, bad.text.includes('al menos 10')]).toEqual([422, true]);
    expect((await visitor.post(`/app/clave/${token}`, { password: PASSWORD })).status).toBe(303);
    expect((await visitor.get('/app/cuenta')).status).toBe(200);
    expect((await user.get('/app/cuenta')).status).toBe(303);
    expect((await visitorAt(house).get(`/app/clave/${token}`)).status).toBe(410);
    const next = await linkFor(house, user.userId, 'reset');
    const second = await visitorAt(house).get(`/app/clave/${next}`);
    expect(second.text).toContain('se cierran las sesiones abiertas');
  });

  it('ends with everything else that opened the account, and the page says so', async () => {
    const user = await signedIn(house, { role: 'owner' });
    await waysFor(house, user.userId);
    const token = await linkFor(house, user.userId, 'reset');
    const entry = await linkFor(house, user.userId, 'entry');
    const visitor = visitorAt(house);
    const page = await visitor.get(`/app/clave/${token}`);
    expect(page.text).toContain('dejan de servir las llaves de acceso y las cuentas enlazadas que había');
    await visitor.post(`/app/clave/${token}`, { password: PASSWORD });
    expect(await waysOf(house, user.userId)).toEqual([1, 0, 0]);
    expect((await user.get('/app/cuenta')).status).toBe(303);
    expect((await visitorAt(house).get(`/app/enlace/${entry}`)).status).toBe(410);
    expect((await visitor.get('/app/cuenta')).status).toBe(200);
  });
});

describe('a link that signs in once', () => {
  it('waits for the button', async () => {
    const user = await signedIn(house, { role: 'cashier' });
    const token = await linkFor(house, user.userId, 'entry');
    const visitor = visitorAt(house);
    for (let look = 0; look < 3; look += 1)
      expect((await visitor.get(`/app/enlace/${token}`)).status).toBe(200);
    expect((await visitor.get('/app/cuenta')).status).toBe(303);
    expect((await visitor.post(`/app/enlace/${token}`)).headers['location']).toBe('/app');
    expect((await visitor.get('/app/cuenta')).status).toBe(200);
    const again = visitorAt(house);
    // Before anybody presses a button, it says that it was used, and whom to ask for another.
    const used = await again.get(`/app/enlace/${token}`);
    expect([used.status, used.text.includes('<form')]).toEqual([410, false]);
    for (const told of ['ya no sirve', 'npm start', 'quien opera Sello']) expect(used.text).toContain(told);
    expect((await again.post(`/app/enlace/${token}`)).status).toBe(410);
  });
});
