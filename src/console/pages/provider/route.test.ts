import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  invited,
  shownText,
  signedIn,
  type Visitor,
  visitorAt,
} from '../../../../test/support/console-caller.ts';
import { type OwnHouse, openHouse } from '../../../../test/support/house.ts';
import type { Answer } from '../../../../test/support/http-caller.ts';
import {
  browserAtProvider,
  type ProviderProcess,
  startProvider,
} from '../../../../test/support/provider-process.ts';
import { SESSION_COOKIE, TICKET_COOKIE } from '../../tokens.ts';

const CONSOLE_URL = 'https://sello.example.com';
const RETURN = '/app/entrar/proveedor/vuelta';
const CLIENT = { clientId: 'sello', clientSecret: 'secreto' };
const START = '/app/entrar/proveedor';

let provider: ProviderProcess;
let house: OwnHouse;
beforeAll(async () => {
  provider = await startProvider({ ...CLIENT, returnUrl: `${CONSOLE_URL}${RETURN}` });
  const oidc = { ...CLIENT, issuer: provider.issuer, name: 'Cuentas <Ñ>' };
  house = await openHouse({ oidc, trustedProxies: ['127.0.0.1'] });
}, 60_000);
afterAll(() => Promise.all([house.close(), provider.stop()]));

/** What a user is called at the provider: the address of the console, unless said otherwise. */
async function known(email: string, claims: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const subject = createHash('sha256').update(email).digest('hex').slice(0, 20);
  await provider.say(subject, { email, email_verified: true, ...claims });
  return subject;
}

/** Goes to the provider; where the browser comes back to, as a path. */
async function awayAndBack(visitor: Visitor, subject: string, start = START): Promise<string> {
  const away = await visitor.get(start, from());
  expect([away.status, visitor.cookies.has(TICKET_COOKIE)]).toEqual([303, true]);
  const back = await browserAtProvider(`${CONSOLE_URL}${RETURN}`).signIn(
    away.headers['location'] ?? '',
    subject,
  );
  return back.slice(CONSOLE_URL.length);
}

/** From an address of its own, so that nobody meets the limits of another test. */
function from(headers: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
  addresses += 1;
  return { 'x-forwarded-for': `198.18.${addresses >> 8}.${addresses & 255}`, ...headers };
}
let addresses = 0;

/** As browsers do when they are sent from another site. */
const fromThere = (headers: Readonly<Record<string, string>> = {}) =>
  from({ 'sec-fetch-site': 'cross-site', ...headers });
const outcomeOf = ({ status, headers }: Answer) => [status, headers['location']];

describe('the sign-in by a provider', () => {
  it('is offered at the console’s own address, and leads back to where one wanted to go', async () => {
    const user = await signedIn(house, { role: 'owner' });
    const visitor = visitorAt(house);
    const page = await visitor.get('/app/entrar?a=%2Fapp%2Fcuenta%3Fx%3D1');
    expect(page.text).toContain('Entrar con <bdi>Cuentas &#60;Ñ&#62;</bdi>');
    const [, link = ''] = /href="(https:[^"]*proveedor[^"]*)"/.exec(shownText(page.text)) ?? [];
    expect(link).toBe(`${CONSOLE_URL}${START}?a=%2Fapp%2Fcuenta%3Fx%3D1`);
    const back = await awayAndBack(visitor, await known(user.email), link.slice(CONSOLE_URL.length));
    const answer = await visitor.get(back, fromThere());
    expect(outcomeOf(answer)).toEqual([303, '/app/cuenta?x=1']);
    expect([...visitor.cookies.keys()]).toEqual([SESSION_COOKIE]);
    const account = await visitor.get('/app/cuenta');
    expect(account.text).toContain('Cuenta enlazada');
    expect(account.text).toContain(user.email);
    expect(account.text).not.toContain('Entró con un enlace');
    // The code is worth nothing a second time, nor is the ticket in a browser that had kept it.
    expect((await visitor.get(back, fromThere())).status).toBe(401);
  });

  it('sets a cookie that no script reads, that ends soon and that goes nowhere else', async () => {
    const away = await visitorAt(house).get(START, from());
    const cookie = /__Host-sello-proveedor=[^,]*/.exec(away.headers['set-cookie'] ?? '')?.[0];
    expect(cookie).toMatch(
      /^__Host-sello-proveedor=[\w-]{200,3500}; Path=\/; Secure; HttpOnly; SameSite=Lax; Max-Age=600$/,
    );
    const { searchParams, origin } = new URL(away.headers['location'] ?? '');
    expect(origin).toBe(provider.issuer);
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(cookie).not.toContain(searchParams.get(name));
  });

  it('shows no secret of the client to the browser', async () => {
    const away = await visitorAt(house).get(START, from());
    expect(JSON.stringify(away.headers) + away.text).not.toContain(CLIENT.clientSecret);
  });

  it('lets in nobody in another browser, nor under another state, nor twice', async () => {
    const { email } = await signedIn(house, { role: 'cashier' });
    const [subject, visitor] = [await known(email), visitorAt(house)];
    const back = await awayAndBack(visitor, subject);
    const other = visitorAt(house);
    const expired = async (who: Visitor, address: string) => {
      const answer = await who.get(address, fromThere());
      expect([answer.status, who.cookies.has(SESSION_COOKIE)]).toEqual([401, false]);
      expect(answer.text).toContain('venció, ya se usó o empezó en otra ventana');
    };
    await expired(other, back);
    await other.get(START, from());
    await expired(other, back);
    const ticket = visitor.cookies.get(TICKET_COOKIE) ?? '';
    await expired(visitor, back.replace(/state=[^&]*/, 'state=x'));
    // The cookie went with that; whoever has kept it comes in once.
    const keeper = fromThere({ cookie: `${TICKET_COOKIE}=${ticket}` });
    expect(outcomeOf(await visitorAt(house).get(back, keeper))).toEqual([303, '/app']);
    expect((await visitorAt(house).get(back, keeper)).status).toBe(401);
  });

  it.each([
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/app/../evil',
    '/appx',
    '/app/salir',
    '/app/entrar/proveedor',
    `/app/e/x?q=${'a'.repeat(2_000)}`,
  ])('sends nobody to %s', async (next) => {
    const { email } = await signedIn(house, { role: 'cashier' });
    const visitor = visitorAt(house);
    const back = await awayAndBack(visitor, await known(email), `${START}?a=${encodeURIComponent(next)}`);
    const [, location = ''] = outcomeOf(await visitor.get(back, fromThere()));
    expect(new URL(String(location), CONSOLE_URL).href).toMatch(
      /^https:\/\/sello\.example\.com\/(app|evil)$/,
    );
  });

  it.each(['cross-site', 'same-site'])('does not begin because another site wants it (%s)', async (site) => {
    const answer = await visitorAt(house).get(`${START}?a=/app/cuenta`, from({ 'sec-fetch-site': site }));
    expect(outcomeOf(answer)).toEqual([303, '/app/entrar?a=%2Fapp%2Fcuenta']);
    expect(answer.headers['set-cookie'] ?? '').not.toContain(TICKET_COOKIE);
  });

  it.each([
    ['unverified', { email_verified: false }, 403, 'no confirma que el correo'],
    ['unknown', { email: 'nadie@example.com' }, 403, 'Pida una invitación'],
    ['of no address', { email: undefined, email_verified: undefined }, 403, 'no confirma que el correo'],
  ])('says what to do where the account is %s', async (_, claims, status, words) => {
    const { email } = await signedIn(house, { role: 'cashier' });
    const visitor = visitorAt(house);
    const answer = await visitor.get(await awayAndBack(visitor, await known(email, claims)), fromThere());
    expect([answer.status, answer.text.includes(words), visitor.cookies.has(SESSION_COOKIE)]).toEqual([
      status,
      true,
      false,
    ]);
    expect(answer.text).toContain('Olvidé mi contraseña');
  });

  it('finds a user whose address is written in capitals there', async () => {
    const { email } = await signedIn(house, { role: 'cashier' });
    const visitor = visitorAt(house);
    const back = await awayAndBack(visitor, await known(email.toUpperCase()));
    expect(outcomeOf(await visitor.get(back, fromThere()))).toEqual([303, '/app']);
  });

  it('says that the provider does not answer, and goes on with passwords', async () => {
    const port = Number(new URL(provider.issuer).port);
    const visitor = visitorAt(house);
    const { email } = await signedIn(house, { role: 'cashier' });
    const back = await awayAndBack(visitor, await known(email));
    await provider.stop();
    const answer = await visitor.get(back, fromThere());
    expect([answer.status, answer.text.includes('no responde por el momento')]).toEqual([503, true]);
    // A node that starts without it serves, and finds it when it is there again.
    const node = await house.addNode();
    const early = visitorAt(house, node);
    const start = await early.get(`${START}?a=/app/cuenta`, from());
    expect([start.status, start.text.includes('no responde por el momento')]).toEqual([503, true]);
    expect(start.text).toContain('value="/app/cuenta"');
    provider = await startProvider({ ...CLIENT, returnUrl: `${CONSOLE_URL}${RETURN}`, port });
    const again = await awayAndBack(early, await known(email));
    expect(outcomeOf(await early.get(again, fromThere()))).toEqual([303, '/app']);
  });

  it('is counted by address', async () => {
    const [visitor, here] = [visitorAt(house), from()];
    const statuses = new Set<number>();
    for (let one = 0; one < 40; one += 1) statuses.add((await visitor.get(START, here)).status);
    expect([...statuses]).toEqual([303, 429]);
  });
});

describe('an invitation', () => {
  it('is accepted by the account of the same address, without a password', async () => {
    const token = await invited(house, { email: 'nueva@example.com', role: 'cashier' });
    const visitor = visitorAt(house);
    const page = await visitor.get(`/app/invitacion/${token}`);
    expect(shownText(page.text)).toContain(`${CONSOLE_URL}${START}?invitacion=${token}`);
    const wrong = await awayAndBack(visitor, await known('otra@example.com'), `${START}?invitacion=${token}`);
    const refused = await visitor.get(wrong, fromThere());
    expect([refused.status, refused.text.includes('La invitación es para nueva@example.com')]).toEqual([
      403,
      true,
    ]);
    expect(refused.text).toContain(`action="/app/invitacion/${token}"`);
    const back = await awayAndBack(visitor, await known('nueva@example.com'), `${START}?invitacion=${token}`);
    expect(outcomeOf(await visitor.get(back, fromThere()))).toEqual([303, '/app']);
    expect((await visitor.get('/app/cuenta')).text).toContain('nueva@example.com');
    const [row] = await house.sql(
      `SELECT count(*) FROM user_passwords p JOIN users u USING (user_id) WHERE u.email = 'nueva@example.com'`,
    );
    expect(row).toEqual({ count: '0' });
  });

  it('is kept from whoever comes from elsewhere, and ends', async () => {
    const token = await invited(house, { email: 'otra2@example.com', role: 'cashier' });
    const from = await visitorAt(house).get(`${START}?invitacion=${token}`, fromThere());
    expect(outcomeOf(from)).toEqual([303, `/app/invitacion/${token}`]);
    await house.sql('UPDATE invitations SET ends_at = now() WHERE email = $1', ['otra2@example.com']);
    const visitor = visitorAt(house);
    const back = await awayAndBack(visitor, await known('otra2@example.com'), `${START}?invitacion=${token}`);
    const answer = await visitor.get(back, fromThere());
    expect([answer.status, answer.text.includes('El enlace ya se usó o venció')]).toEqual([410, true]);
  });
});

describe('the link in the account', () => {
  it('replaces a password of before, and goes only where another way in remains', async () => {
    const user = await signedIn(house, { role: 'cashier' });
    await house.sql(`INSERT INTO user_passwords (user_id, hash) VALUES ($1, 'x')`, [user.userId]);
    const visitor = visitorAt(house);
    const back = await awayAndBack(visitor, await known(user.email));
    expect(outcomeOf(await visitor.get(back, fromThere()))).toEqual([303, '/app/cuenta?hecho=proveedor']);
    expect((await visitor.get('/app/cuenta?hecho=proveedor')).text).toContain('ya no sirven');
    expect((await user.get('/app/cuenta')).status).toBe(303);
    const remove = () => visitor.post('/app/cuenta/proveedor', { issuer: provider.issuer });
    const refused = await remove();
    expect([refused.status, refused.text.includes('Es su única manera de entrar')]).toEqual([409, true]);
    expect((await visitor.post('/app/cuenta/clave', { password: 'un lorito bajo la lluvia' })).status).toBe(
      303,
    );
    expect(outcomeOf(await remove())).toEqual([303, '/app/cuenta?hecho=sin_proveedor']);
    const { text } = await visitor.get('/app/cuenta');
    expect(text).not.toContain('Cuenta enlazada');
    expect(text).toContain('Enlazar con <bdi>');
    expect(shownText(text)).toContain('/app/entrar/proveedor?a=%2Fapp%2Fcuenta');
  });
});
