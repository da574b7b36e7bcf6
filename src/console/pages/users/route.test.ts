import { describe, expect, it } from 'vitest';
import {
  type ConsoleUser,
  lastDeed,
  pageOf,
  signedIn,
  visitorAt,
} from '../../../../test/support/console-caller.ts';
import { sharedHouse } from '../../../../test/support/shared-house.ts';
import { sharedUser } from '../../../../test/support/shared-user.ts';

const house = sharedHouse();
const owner = sharedUser(house, { role: 'owner', name: 'Rosa Propietaria' });
const cashier = sharedUser(house, { role: 'cashier', name: 'Beto <b>Cajero</b>' });
const at = (path = '') => pageOf(house, `/usuarios${path}`);

async function roleOf(userId: string) {
  const statement = 'SELECT role, disabled_at IS NOT NULL AS out FROM memberships WHERE user_id = $1';
  return (await house.sql(statement, [userId]))[0];
}

describe('the users of a company', () => {
  it('are listed with role and last use, and nothing of them is markup', async () => {
    const { status, text } = await owner.get(at());
    expect(status).toBe(200);
    expect(text).toContain('Beto &#60;b&#62;Cajero');
    // The fixture has no sign-ins, only sessions.
    expect(text).toContain('último uso ahora mismo');
    expect(text).toContain('Usted');
    expect(text).not.toContain('<b>Cajero');
  });

  it('get another role, are kept out and let in again', async () => {
    const changed = await owner.post(at(`/${cashier.userId}/funcion`), { role: 'accountant' });
    expect([changed.status, changed.headers['location']]).toEqual([303, at('?hecho=funcion')]);
    expect(await lastDeed(house)).toMatchObject({ deed: 'role_changed', user_name: 'Rosa Propietaria' });
    await owner.post(at(`/${cashier.userId}/acceso`), { access: 'no' });
    expect(await roleOf(cashier.userId)).toEqual({ role: 'accountant', out: true });
    expect((await cashier.get(pageOf(house, '/documentos'))).status).toBe(404);
    expect((await owner.get(at())).text).toContain('Sin acceso');
    await owner.post(at(`/${cashier.userId}/acceso`), { access: 'yes' });
    expect(await roleOf(cashier.userId)).toEqual({ role: 'accountant', out: false });
  });

  it('are signed out everywhere', async () => {
    const user = await signedIn(house, { role: 'accountant' });
    expect((await user.get('/app/cuenta')).status).toBe(200);
    const ended = await owner.post(at(`/${user.userId}/sesiones`));
    expect([ended.status, ended.headers['location']]).toEqual([303, at('?hecho=sesiones')]);
    expect((await user.get('/app/cuenta')).status).toBe(303);
  });

  it('refuses a role that there is not', async () => {
    const refused = await owner.post(at(`/${cashier.userId}/funcion`), { role: 'operator' });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('Elija una función de la lista.');
  });

  it('keeps an owner: nobody changes oneself, and the last one cannot be taken out', async () => {
    for (const [path, fields] of [
      ['funcion', { role: 'cashier' }],
      ['acceso', { access: 'no' }],
    ] as const) {
      const refused = await owner.post(at(`/${owner.userId}/${path}`), fields);
      expect(refused.status).toBe(409);
      expect(refused.text).toContain('Nadie cambia su propia función');
    }
    const operator = await signedIn(house, { role: 'operator' });
    const refused = await operator.post(at(`/${owner.userId}/acceso`), { access: 'no' });
    expect(refused.status).toBe(409);
    expect(refused.text).toContain('Es el último propietario con acceso');
    expect(await roleOf(owner.userId)).toEqual({ role: 'owner', out: false });
  });

  it('keeps an owner also where two take each other out at once', async () => {
    const company = await house.addCompany();
    const one = await signedIn(house, { companyId: company.companyId, role: 'owner' });
    const other = await signedIn(house, { companyId: company.companyId, role: 'owner' });
    const out = (by: ConsoleUser, whom: ConsoleUser) =>
      by.post(pageOf(house, `/usuarios/${whom.userId}/acceso`, company), { access: 'no' });
    await Promise.all([out(one, other), out(other, one)]);
    const left = await house.sql`SELECT 1 FROM memberships
      WHERE company_id = ${company.companyId} AND role = 'owner' AND disabled_at IS NULL`;
    expect(left).toHaveLength(1);
  });
});

describe('an invitation', () => {
  const EMAIL = 'nueva@example.com';

  it('shows its link once where no mail is sent, and lets in by it', async () => {
    const shown = await owner.post(at(), { name: 'Nora', email: EMAIL, role: 'accountant' });
    expect(shown.status).toBe(200);
    const [, link = ''] = /value="[^"]*(\/app\/invitacion\/[^"]+)"/.exec(shown.text) ?? [];
    expect(link).not.toBe('');
    expect((await owner.get(at())).text).not.toContain(link);
    expect(await lastDeed(house)).toMatchObject({ deed: 'user_invited', subject: EMAIL });
    const visitor = visitorAt(house);
    await visitor.get(link);
    const accepted = await visitor.post(link, { name: 'Nora', password: 'tres gatos en el techo' });
    expect(accepted.headers['location']).toBe('/app');
    expect((await owner.get(at())).text).toContain(EMAIL);
    const again = await owner.post(at(), { name: 'Nora', email: EMAIL, role: 'cashier' });
    expect([again.status, again.text.includes('ya es usuario de la empresa')]).toEqual([409, true]);
  });

  it('says beside each field what is wrong, and keeps what was typed', async () => {
    const refused = await owner.post(at(), { name: '', email: 'no es correo', role: 'cashier' });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('id="email-problem"');
    expect(refused.text).toContain('id="name-problem"');
    expect(refused.text).toContain('value="no es correo"');
  });

  it('is withdrawn', async () => {
    await owner.post(at(), { name: 'Otto', email: 'otto@example.com', role: 'cashier' });
    const [, path = ''] = /(\/invitaciones\/[\w-]+\/retirar)"/.exec((await owner.get(at())).text) ?? [];
    const withdrawn = await owner.post(at(path));
    expect(withdrawn.headers['location']).toBe(at('?hecho=retirada'));
    expect(await lastDeed(house)).toMatchObject({
      deed: 'invitation_withdrawn',
      subject: 'otto@example.com',
    });
    expect((await owner.post(at(path))).headers['location']).toBe(at('?hecho=ninguna'));
    expect((await owner.get(at())).text).not.toContain('otto@example.com');
  });
});
