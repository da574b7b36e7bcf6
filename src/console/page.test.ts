import { describe, expect, it } from 'vitest';
import { formText, pageOf, signedIn, visitorAt } from '../../test/support/console-caller.ts';
import { ownHouse } from '../../test/support/house.ts';
import { sharedUser } from '../../test/support/shared-user.ts';
import { csrfOf, SESSION_COOKIE, VISITOR_COOKIE } from './tokens.ts';

const house = ownHouse();
const owner = sharedUser(house, { role: 'owner' });

describe('whoever is not signed in', () => {
  it('is sent to the sign-in and comes back', async () => {
    const page = pageOf(house, '/hoy?x=1');
    const answer = await visitorAt(house).get(page);
    const next = `/app/entrar?a=${encodeURIComponent(page)}`;
    expect([answer.status, answer.headers['location']]).toEqual([303, next]);
  });

  it('is sent there by htmx as well', async () => {
    const answer = await visitorAt(house).get('/app/cuenta', { 'hx-request': 'true' });
    expect([answer.status, answer.headers['hx-redirect']]).toEqual([200, '/app/entrar?a=%2Fapp%2Fcuenta']);
  });

  it('is told where he types, and stays there with what he has typed', async () => {
    const user = await signedIn(house, { role: 'cashier' });
    await user.expire();
    const part = { 'hx-request': 'true' };
    const answer = await user.post(pageOf(house, '/emitir/01/calculo'), { x: '1' }, part);
    expect([answer.status, answer.headers['hx-redirect']]).toEqual([200, undefined]);
    expect(answer.text).toContain('Su sesión terminó');
  });
});

describe('a form', () => {
  it('of another site does nothing', async () => {
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': undefined, origin: 'https://evil.example' },
      { 'sec-fetch-site': undefined, origin: 'null' },
    ]) {
      const answer = await owner.post('/app/salir', {}, headers);
      expect([headers, answer.status]).toEqual([headers, 403]);
    }
    expect((await owner.get('/app/cuenta')).status).toBe(200);
  });

  it('without the token of its session does nothing', async () => {
    for (const wrong of ['', 'x', csrfOf('a'.repeat(43))]) {
      const answer = await owner.post('/app/salir', { _csrf: wrong });
      expect([answer.status, answer.headers['location']]).toEqual([303, '/app/salir']);
    }
    expect((await owner.get('/app/cuenta')).status).toBe(200);
  });

  it('does not sign in whom another site wants to be signed in', async () => {
    const visitor = visitorAt(house);
    await visitor.get('/app/entrar');
    const fields = { _csrf: 'x', _entrar: '1', _email: owner.email, _password: 'algo' };
    expect((await visitor.post('/app/entrar', fields)).status).toBe(403);
    const elsewhere = await visitor.post('/app/cuenta/clave', fields);
    expect([elsewhere.status, visitor.cookies.has(SESSION_COOKIE)]).toEqual([401, false]);
  });

  it('of a browser that keeps no cookie says what to do', async () => {
    const body = formText({ _csrf: 'x', _email: 'a@example.com', _password: 'x' });
    const answer = await house
      .caller(null)
      .post('/app/entrar', body, { 'content-type': 'application/x-www-form-urlencoded' });
    expect(answer.status).toBe(403);
    expect(answer.text).toContain('no guarda la cookie');
  });
});

it('has nobody wait for the count of the menu whose answer has no menu', async () => {
  const user = await signedIn(house, { role: 'owner', at: await house.addNode() });
  const at = pageOf(house, '/documentos');
  // What is counted cannot be read meanwhile.
  await house.sql('BEGIN');
  await house.sql('LOCK TABLE deliveries IN ACCESS EXCLUSIVE MODE');
  const page = user.get(at);
  const answers = await Promise.race([
    Promise.all([user.get(pageOf(house, '/empresa/imagen/muestra')), user.post(at, { q: '' })]),
    new Promise<readonly []>((resolve) => setTimeout(() => resolve([]), 4_000)),
  ]);
  await house.sql('COMMIT');
  expect(answers.map(({ status }) => status)).toEqual([200, 303]);
  expect((await page).status).toBe(200);
});

describe('a form whose session has ended', () => {
  it('comes back filled once the user has signed in, and nothing of it was done', async () => {
    const user = await signedIn(house, { role: 'owner' });
    await user.expire();
    const posted = { nombre: 'Café «Ñandú» <b>', lineas: ['1', '2'], password: 'secreta-secreta' };
    const shown = await user.post('/app/cuenta/clave', posted);
    expect(shown.status).toBe(401);
    expect(shown.text).toContain('name="nombre" value="Café «Ñandú» &#60;b&#62;"');
    expect(shown.text.match(/name="lineas"/g)).toHaveLength(2);
    expect(shown.text).not.toContain('secreta-secreta');
    expect(shown.text).toContain('action="/app/cuenta/clave"');
  });

  it('gets a token where the browser has dropped the cookie', async () => {
    const visitor = visitorAt(house);
    const shown = await visitor.post('/app/cuenta/clave', { nombre: 'x' });
    expect(shown.status).toBe(401);
    const token = visitor.cookies.get(VISITOR_COOKIE) ?? '';
    expect(shown.text).toContain(`name="_csrf" value="${csrfOf(token)}"`);
  });
});

it('slows down whoever asks too often without a session', async () => {
  const other = await house.addNode();
  const visitor = visitorAt(house, other);
  const statuses = new Set<number>();
  for (let turn = 0; turn < 70; turn += 1) statuses.add((await visitor.get('/app/cuenta')).status);
  expect([...statuses].sort()).toEqual([303, 429]);
});
