import { beforeAll, describe, expect, it } from 'vitest';
import { invited, pageOf, signedIn, visitorAt } from '../../../../test/support/console-caller.ts';
import { ownHouse } from '../../../../test/support/house.ts';
import { nextAddress } from '../../sign-in.ts';
import { SESSION_COOKIE, VISITOR_COOKIE } from '../../tokens.ts';

const house = ownHouse();
const PASSWORD = 'un lorito bajo la lluvia';
const EMAIL = 'marta@example.com';

beforeAll(async () => {
  const token = await invited(house, { email: EMAIL, role: 'owner' });
  const visitor = visitorAt(house);
  await visitor.get(`/app/invitacion/${token}`);
  const posted = { name: 'Marta Ficticia', password: PASSWORD };
  const answer = await visitor.post(`/app/invitacion/${token}`, posted);
  expect([answer.status, answer.headers['location']]).toEqual([303, '/app']);
});

/** Signs in as people do. */
async function enter(fields: Readonly<Record<string, string>> = {}) {
  const visitor = visitorAt(house);
  await visitor.get('/app/entrar');
  const posted = { _entrar: '1', _email: EMAIL, _password: PASSWORD, ...fields };
  const answer = await visitor.post('/app/entrar', posted);
  return { visitor, answer };
}

describe('the sign-in', () => {
  it('leads to where one wanted to go', async () => {
    const next = pageOf(house, '/documentos?q=1');
    const { visitor, answer } = await enter({ _a: next });
    expect([answer.status, answer.headers['location']]).toEqual([303, next]);
    expect(visitor.cookies.has(VISITOR_COOKIE)).toBe(false);
    expect((await visitor.get('/app/cuenta')).text).toContain('Marta Ficticia');
  });

  it.each(['https://evil.example', '//evil.example', '/app\\evil', '/appx', '/app/entrar', '/app/e/\nx', ''])(
    'leads nowhere else: %j',
    (next) => expect(nextAddress(next)).toBe('/app'),
  );

  it('says the same to whoever is unknown and to whoever is wrong', async () => {
    const wrong = await enter({ _password: 'otra cosa distinta' });
    const unknown = await enter({ _email: 'nadie@example.com' });
    const texts = [wrong, unknown].map(({ answer }) => [
      answer.status,
      answer.text.replace(/(?:value|data-options)="[^"]*"/g, ''),
    ]);
    expect(texts[0]).toEqual(texts[1]);
    expect(wrong.answer.text).toContain('El correo o la contraseña no son correctos.');
    expect(wrong.answer.text).toContain(`value="${EMAIL}"`);
    expect(wrong.answer.text).not.toContain('otra cosa distinta');
  });

  it('ends with a button', async () => {
    const { visitor } = await enter();
    expect((await visitor.post('/app/salir')).headers['location']).toBe('/app/entrar');
    expect(visitor.cookies.has(SESSION_COOKIE)).toBe(false);
    expect((await visitor.get('/app/cuenta')).status).toBe(303);
  });

  it('gives a form back that was filled meanwhile', async () => {
    const { visitor } = await enter();
    await house.sql('DELETE FROM sessions');
    const shown = await visitor.post('/app/cuenta/clave', { nota: 'se queda' });
    expect(shown.text).toContain('Su sesión terminó');
    const again = { nota: 'se queda', _entrar: '1', _email: EMAIL };
    const wrong = await visitor.post('/app/cuenta/clave', { ...again, _password: 'x' });
    expect([wrong.status, wrong.text.includes('value="se queda"')]).toEqual([401, true]);
    expect((await visitor.post('/app/cuenta/clave', { ...again, _password: PASSWORD })).status).toBe(303);
    expect((await visitor.get('/app/cuenta')).status).toBe(200);
  });
});

describe('the companies of a user', () => {
  it('are chosen where there are several', async () => {
    const one = await signedIn(house, { role: 'cashier' });
    expect((await one.get('/app')).headers['location']).toBe(pageOf(house, '/hoy'));
    const other = await house.addCompany();
    await house.sql`INSERT INTO memberships (company_id, user_id, role)
      VALUES (${other.companyId}, ${one.userId}, 'owner')`;
    const page = await one.get('/app');
    expect(page.text).toContain(pageOf(house, '/hoy'));
    expect(page.text).toContain(pageOf(house, '/hoy', other));
  });

  it('may be none yet', async () => {
    const user = await signedIn(house, { role: 'cashier' });
    await house.sql('DELETE FROM memberships WHERE user_id = $1', [user.userId]);
    expect((await user.get('/app')).text).toContain('no pertenece a ninguna empresa');
  });

  it('are all of them for the operator', async () => {
    const operator = await signedIn(house, { role: 'operator' });
    expect((await operator.get('/app/empresas')).text).toContain(pageOf(house, '/hoy'));
  });
});
