import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { issuedId } from '../../../../test/support/cancelling.ts';
import { type ConsoleUser, pageOf, signedIn } from '../../../../test/support/console-caller.ts';
import { invoiceBody } from '../../../../test/support/request-bodies.ts';
import { sharedHouse } from '../../../../test/support/shared-house.ts';
import { sharedUser } from '../../../../test/support/shared-user.ts';
import { until } from '../../../../test/support/until.ts';
import { SESSION_COOKIE } from '../../tokens.ts';

const house = sharedHouse();
const owner = sharedUser(house, { role: 'owner' });
const cashier = sharedUser(house, { role: 'cashier' });
const base = (path: string) => pageOf(house, path);

describe('the day of a company', () => {
  it('says what to do while there is nothing', async () => {
    const page = await owner.get(base('/hoy'));
    expect(page.status, page.text).toBe(200);
    expect(page.text).toContain('Hoy todavía no hay documentos.');
    expect(page.text).toContain(`href="${base('/emitir')}"`);
    expect(page.text.length).toBeLessThan(60_000);
  });

  it('shows what was sold, and how the authority stands', async () => {
    const sale = invoiceBody({ customer_name: 'Ana <b>Ficticia</b>' });
    const id = await issuedId(house.company, sale);
    await house.company.post('/invoice', invoiceBody({ customer: { name: 'Cliente', email: 'sin-arroba' } }));
    const page = await owner.get(base('/hoy'));
    expect(page.text).toContain(`href="${base(`/documentos/${id}`)}"`);
    expect(page.text).toContain('Ana &#60;b&#62;Ficticia&#60;/b&#62;');
    expect(page.text).toContain('Rechazado');
    expect(page.text).toContain('Todo en orden');
    expect(page.text).toMatch(/Hay 1 asunto por atender/);
  });

  it('keeps a cashier to what he has issued himself', async () => {
    const page = await cashier.get(base('/hoy'));
    expect(page.text).toContain('Lo que usted ha emitido hoy');
    expect(page.text).not.toContain('Ana &#60;b&#62;');
  });
});

describe('the stream of a day', () => {
  /** Opens a stream; what has come so far, and how to leave. */
  function listen(user: ConsoleUser) {
    const headers = { cookie: `${SESSION_COOKIE}=${user.token}`, 'hx-request': 'true' };
    const heard = { text: '', status: 0, hasEnded: false, leave: () => undefined as unknown };
    const asked = request(`${house.node.url}${base('/hoy/vivo')}`, { headers, agent: false }, (response) => {
      heard.status = response.statusCode ?? 0;
      response.setEncoding('utf8').on('data', (text: string) => {
        heard.text += text;
      });
      response.on('close', () => {
        heard.hasEnded = true;
      });
      response.on('error', () => undefined);
    });
    asked.on('error', () => undefined).end();
    heard.leave = () => asked.destroy();
    return heard;
  }

  it('tells each sale soon', async () => {
    const stream = listen(owner);
    await until(() => stream.status === 200, 'events');
    const name = 'Cliente en Vivo';
    await house.company.post('/invoice', invoiceBody({ customer_name: name }));
    await until(() => stream.text.includes(name), 'the sale');
    expect(stream.text).toMatch(/^retry: 2000\n\ndata: /);
    stream.leave();
  });

  const KEPT_OUT = {
    'whose session ended': `DELETE FROM sessions WHERE user_id = $1`,
    'whose session was not used for long': `UPDATE sessions SET last_used_at = now() - interval '13 hours' WHERE user_id = $1`,
    'whose role is another': `UPDATE memberships SET role = 'cashier' WHERE user_id = $1`,
    'whose access was taken': `UPDATE memberships SET disabled_at = now() WHERE user_id = $1`,
    'who was disabled': `UPDATE users SET disabled_at = now() WHERE user_id = $1`,
  };

  it('ends within two seconds for whoever may not see it any more, and for nobody else', async () => {
    const deeds = Object.values(KEPT_OUT);
    const users = await Promise.all(deeds.map(() => signedIn(house, { role: 'accountant' })));
    const [other, ...streams] = [owner, ...users].map(listen);
    await until(() => streams.every(({ status }) => status === 200), 'events');
    const began = performance.now();
    for (const [at, deed] of deeds.entries()) await house.sql(deed, [users[at]?.userId]);
    await until(() => streams.every(({ hasEnded }) => hasEnded), 'their ends');
    expect(performance.now() - began).toBeLessThan(2_500);
    expect(other?.hasEnded).toBe(false);
    other?.leave();
  });

  it('keeps no session alive', async () => {
    const user = await signedIn(house, { role: 'accountant' });
    const lastUse = async () => {
      const [row] = await house.sql`SELECT now() - last_used_at > interval '1 hour' AS "isOld"
        FROM sessions WHERE user_id = ${user.userId}`;
      return row?.['isOld'];
    };
    await house.sql(`UPDATE sessions SET last_used_at = now() - interval '2 hours' WHERE user_id = $1`, [
      user.userId,
    ]);
    const stream = listen(user);
    await until(() => stream.status === 200, 'events');
    stream.leave();
    await user.get(base('/hoy/ventas'), { 'hx-request': 'true' });
    expect(await lastUse()).toBe(true);
    await user.get(base('/hoy'));
    expect(await lastUse()).toBe(false);
  });

  it('is given to so many windows only', async () => {
    const user = await signedIn(house, { role: 'accountant' });
    const streams = Array.from({ length: 7 }, () => listen(user));
    await until(() => streams.every(({ status }) => status !== 0), 'answers');
    expect(streams.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 200, 204]);
    for (const { leave } of streams) leave();
    await until(async () => {
      const again = listen(user);
      await until(() => again.status !== 0, 'an answer');
      again.leave();
      return again.status === 200;
    }, 'room for another');
  });
});
