import { describe, expect, it } from 'vitest';
import { invited, visitorAt } from '../../../../test/support/console-caller.ts';
import { sharedHouse } from '../../../../test/support/shared-house.ts';

const house = sharedHouse();
const PASSWORD = 'un lorito bajo la lluvia';

describe('an invitation', () => {
  it('says to what it invites, what is wrong with the password, and lets in once', async () => {
    const token = await invited(house, { email: 'nuevo@example.com', role: 'cashier' });
    const visitor = visitorAt(house);
    const page = await visitor.get(`/app/invitacion/${token}`);
    expect(page.text).toContain('Cajero');
    const short = await visitor.post(`/app/invitacion/${token}`, { name: 'Nuevo', password: 'corta' });
    expect([short.status, short.text.includes('al menos 10 caracteres')]).toEqual([422, true]);
    expect(
      (await visitor.post(`/app/invitacion/${token}`, { name: 'Nuevo', password: PASSWORD })).status,
    ).toBe(303);
    for (const answer of [
      await visitorAt(house).get(`/app/invitacion/${token}`),
      await visitorAt(house).get('/app/invitacion/inventado'),
    ])
      expect([answer.status, answer.text.includes('ya no sirve')]).toEqual([410, true]);
  });
});
