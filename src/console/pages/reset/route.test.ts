import { describe, expect, it } from 'vitest';
import { linkFor, signedIn, visitorAt } from '../../../../test/support/console-caller.ts';
import { sharedHouse } from '../../../../test/support/house.ts';

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

  it('is replaced by a link that works once', async () => {
    const user = await signedIn(house, { role: 'cashier' });
    const token = await linkFor(house, user.userId, 'reset');
    const visitor = visitorAt(house);
    expect((await visitor.get(`/app/clave/${token}`)).text).toContain(user.email);
    const bad = await visitor.post(`/app/clave/${token}`, { password: 'corta' });
    expect([bad.status, bad.text.includes('al menos 10')]).toEqual([422, true]);
    expect((await visitor.post(`/app/clave/${token}`, { password: PASSWORD })).status).toBe(303);
    expect((await visitor.get('/app/cuenta')).status).toBe(200);
    expect((await user.get('/app/cuenta')).status).toBe(303);
    expect((await visitorAt(house).get(`/app/clave/${token}`)).status).toBe(410);
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
    await again.get(`/app/enlace/${token}`);
    expect((await again.post(`/app/enlace/${token}`)).status).toBe(410);
  });
});
