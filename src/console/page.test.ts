import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { openSocket } from '../../test/door/raw-request.ts';
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

describe('a form of nobody', () => {
  const type = 'content-type: application/x-www-form-urlencoded';
  /** The status line of what is answered while nothing of the body has come. */
  async function unread(path: string, headers: readonly string[]): Promise<string> {
    const socket = openSocket(house.node.url);
    socket.setTimeout(5_000, () => socket.destroy());
    socket.write(
      [`POST ${path} HTTP/1.1`, 'host: x', type, 'content-length: 200000', ...headers, '', ''].join('\r\n'),
    );
    const [answer = ''] = await Promise.race([once(socket, 'data'), once(socket, 'close')]);
    socket.destroy();
    return String(answer).split('\r\n', 1)[0] ?? '';
  }

  it('is refused before it is read', async () => {
    expect(await unread('/app/entrar', [])).toBe('HTTP/1.1 403 Forbidden');
    expect(await unread('/app/salir', [])).toBe('HTTP/1.1 401 Unauthorized');
    const cookie = `cookie: ${VISITOR_COOKIE}=${'a'.repeat(43)}`;
    expect(await unread('/app/entrar', [cookie, 'sec-fetch-site: cross-site'])).toBe(
      'HTTP/1.1 403 Forbidden',
    );
  });

  it('has a limit of names, as it is and with files', async () => {
    const visitor = visitorAt(house);
    await visitor.get('/app/entrar');
    const names = { a: Array<string>(127_000).fill('') };
    expect((await visitor.post('/app/entrar', names)).status).toBe(413);
    const parts = Object.fromEntries(Array.from({ length: 2_500 }, (_, index) => [`a${index}`, '']));
    expect((await visitor.upload('/app/entrar', parts)).status).toBe(413);
    expect(
      (await owner.post(pageOf(house, '/emitir/01/calculo'), { a: Array<string>(3_000).fill('') })).status,
    ).toBe(404);
  });

  it('is not written back to whoever never had a session', async () => {
    const visitor = visitorAt(house);
    await visitor.get('/app/entrar');
    const answer = await visitor.post('/app/cuenta/clave', { nombre: 'algo' });
    expect([answer.status, answer.text.includes('name="nombre"')]).toEqual([401, false]);
  });

  it('counts by what it weighs', async () => {
    const user = await signedIn(house, { role: 'cashier', at: await house.addNode() });
    const heavy = { _csrf: 'x', note: 'x'.repeat(200_000) };
    const statuses: number[] = [];
    while (statuses.length < 40 && statuses.at(-1) !== 429)
      statuses.push((await user.post('/app/cuenta/clave', heavy)).status);
    expect(statuses.at(-1)).toBe(429);
    expect(statuses.length).toBeLessThan(40);
  });
});

it('slows down whoever asks too often without a session', async () => {
  const other = await house.addNode();
  const visitor = visitorAt(house, other);
  const statuses = new Set<number>();
  for (let turn = 0; turn < 70; turn += 1) statuses.add((await visitor.get('/app/cuenta')).status);
  expect([...statuses].sort()).toEqual([303, 429]);
});
