import { describe, expect, it } from 'vitest';
import { pageOf, signedIn } from '../../../../test/support/console-caller.ts';
import { ownHouse } from '../../../../test/support/house.ts';
import { sharedUser } from '../../../../test/support/shared-user.ts';
import { DEEDS } from '../../../operations/users/ports.ts';

const house = ownHouse();
const boss = sharedUser(house, { role: 'owner', name: 'Boss' });

describe('the record of what users did', () => {
  it('goes back page by page, for everybody or for one', async () => {
    const address = pageOf(house, '/usuarios/registro');
    const { companyId } = house.company;
    expect((await boss.get(address)).text).toContain('Todavía no hay nada');
    for (let turn = 0; turn < 60; turn += 1)
      await house.sql(
        `INSERT INTO user_deeds (company_id, user_id, user_name, address, deed, subject) VALUES ($1, $2, 'Boss', '192.0.2.1', $3, $4)`,
        [companyId, boss.userId, DEEDS[turn % DEEDS.length], `cosa ${turn} <i>`],
      );
    const first = (await boss.get(address)).text;
    expect(first).toContain('cosa 59 &#60;i&#62;');
    expect(first).not.toContain('cosa 9 ');
    const [, next = ''] = /href="([^"]*antes=\d+)"/.exec(first) ?? [];
    const second = (await boss.get(next.replaceAll('&amp;', '&'))).text;
    expect(second).toContain('cosa 9 ');
    expect(second).not.toContain('Más antiguo');
    const nobody = await boss.get(`${address}?usuario=${crypto.randomUUID()}`);
    expect(nobody.text).toContain('Todavía no hay nada');
    for (const query of ['antes=x', 'usuario=x', 'antes=99999999999999999999'])
      expect((await boss.get(`${address}?${query}`)).status).toBe(200);
  });

  it('is shown to an operator, too', async () => {
    const operator = await signedIn(house, { role: 'operator' });
    expect((await operator.get(pageOf(house, '/usuarios/registro'))).status).toBe(200);
  });
});
