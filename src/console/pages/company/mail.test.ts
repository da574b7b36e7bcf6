import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type MailServer, openMailServer } from '../../../../test/mail/mail-server.ts';
import { readMessage, textOf } from '../../../../test/mail/read-message.ts';
import { lastDeed, pageOf, shownText, signedIn } from '../../../../test/support/console-caller.ts';
import { wrongFieldsIn } from '../../../../test/support/form-reader.ts';
import { ownHouse } from '../../../../test/support/house.ts';
import { invoiceBody } from '../../../../test/support/request-bodies.ts';
import { sharedUser } from '../../../../test/support/shared-user.ts';
import { systemLookups } from '../../../../test/support/system-lookups.ts';

const house = ownHouse({ mailNetworks: ['127.0.0.1'] });
let server: MailServer;
let guarded: MailServer;
const owner = sharedUser(house, { role: 'owner', name: 'Rosa Ficticia' });
const at = (path = '') => pageOf(house, `/empresa/correo${path}`);

beforeAll(async () => {
  [server, guarded] = await Promise.all([openMailServer(), openMailServer('starttls')]);
});
beforeEach(() => server.tell());
afterAll(() => Promise.all([server.close(), guarded.close()]));

const kept = async () => {
  const [row] = await house.sql`SELECT profile -> 'delivery' AS delivery, sealed_password
    FROM companies LEFT JOIN smtp_passwords USING (company_id)
    WHERE company_id = ${house.company.companyId}`;
  return { delivery: row?.['delivery'], sealed: row?.['sealed_password'] };
};
const fields = (changes: Readonly<Record<string, string>> = {}) => ({
  host: '127.0.0.1',
  port: String(server.port),
  secure: 'no',
  user: '',
  password: '',
  from: 'dte@ejemplo.com',
  ...changes,
});

describe('the mail server of a company', () => {
  it('is tried by a real message to whoever names it, and kept', async () => {
    expect((await owner.get(at())).text).toContain('no sale ningún correo');
    const done = await owner.post(at(), fields());
    expect(done.headers['location']).toBe(at('?hecho=servidor'));
    const [message] = await server.messagesTo(owner.email);
    const read = readMessage(message?.source ?? '');
    expect(read.headers.get('subject')).toContain('Prueba del correo de');
    expect(textOf(read, 'text/plain')).toContain('Hola, Rosa Ficticia: si lee esto');
    expect((await kept()).delivery).toMatchObject({
      smtp: { host: '127.0.0.1', port: server.port, secure: false, user: null, from: 'dte@ejemplo.com' },
    });
    expect(await lastDeed(house)).toMatchObject({
      deed: 'mail_account_set',
      subject: `127.0.0.1:${server.port}`,
    });
    expect((await owner.get(at())).text).toContain('value="dte@ejemplo.com"');
  });

  it('is not kept where it takes no message, and says why where it spoke', async () => {
    const before = await kept();
    await server.tell({ recipients: ['550 5.1.1 nobody here'] });
    const refused = await owner.post(at(), fields({ from: 'otro@ejemplo.com' }));
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('nobody here');
    expect(refused.text).toContain('value="otro@ejemplo.com"');
    expect(await kept()).toEqual(before);
  });

  it('says the same of whatever cannot be connected to, inside or not', async () => {
    const before = await kept();
    const said = new Set<string>();
    for (const change of [
      { host: '127.0.0.2' },
      { host: '127.0.0.2', port: '587' },
      { host: '169.254.169.254', port: '25' },
      { host: '10.0.0.1', port: '465', secure: 'yes' },
      { host: 'localhost.localdomain.invalid', port: '587' },
      { host: '::1', port: '2525' },
    ]) {
      const { status, text } = await owner.post(at(), fields(change));
      said.add(`${status} ${/<p class="alert" role="alert">([^<]*)</.exec(text)?.[1]}`);
    }
    expect([...said]).toEqual([
      expect.stringMatching(/^422 No se guardó nada\. No se pudo conectar con el servidor de correo\./),
    ]);
    expect(await kept()).toEqual(before);
  });

  it('gets no password without encryption that is trusted, and not the one of another server', async () => {
    const before = await kept();
    const untrusted = fields({ port: String(guarded.port), user: 'dte', password: 'Clave#Ficticia1' });
    const refused = await owner.post(at(), untrusted);
    expect([refused.status, refused.text.includes('no es de confianza')]).toEqual([422, true]);
    expect(refused.text).not.toContain('Clave#Ficticia1');
    expect(guarded.logins()).toBe(0);
    const unnamed = await owner.post(at(), fields({ user: 'dte' }));
    expect(unnamed.text).toContain('Escriba la contraseña');
    expect(await kept()).toEqual(before);
  });

  it('has its mistakes beside its fields, and is counted', async () => {
    const wrong = await owner.post(at(), fields({ host: '', port: 'x', from: 'no' }));
    expect(wrongFieldsIn(wrong.text)).toEqual(['host', 'port', 'from']);
    let last = '';
    for (let tries = 0; tries < 12; tries += 1) last = (await owner.post(at(), fields())).text;
    expect(shownText(last)).toContain('Se probó demasiadas veces seguidas');
  });

  it('is given up', async () => {
    const done = await owner.post(at('/quitar'));
    expect(done.headers['location']).toBe(at('?hecho=quitado'));
    expect(await kept()).toEqual({ delivery: expect.objectContaining({ smtp: null }), sealed: null });
  });
});

it('keeps who is told of rejections, and leaves the rest', async () => {
  const done = await owner.post(at('/avisos'), {
    rejections_email: 'rechazos@ejemplo.com',
    fallback_email: '',
  });
  expect(done.headers['location']).toBe(at('?hecho=avisos'));
  expect((await kept()).delivery).toMatchObject({
    rejections_email: 'rechazos@ejemplo.com',
    fallback_email: null,
  });
  const wrong = await owner.post(at('/avisos'), { rejections_email: 'no', fallback_email: '' });
  expect([wrong.status, wrong.text.includes('id="rejections_email-problem"')]).toEqual([422, true]);
});

it('asks none of its names of the system, so that no sale waits for them', async () => {
  const tenant = await house.addCompany();
  const itsOwner = await signedIn(house, { companyId: tenant.companyId, role: 'owner' });
  const names = Array.from({ length: 10 }, (_, index) => `oscuro-${index}.invalid`);
  const asked = await systemLookups(async () => {
    const tries = names.map((host) =>
      itsOwner.post(pageOf(house, '/empresa/correo', tenant), fields({ host, port: '587' })),
    );
    const sales = names.map((external_ref) => house.company.post('/invoice', invoiceBody({ external_ref })));
    expect((await Promise.all(sales)).map(({ body }) => body['reception_stamp'])).not.toContain(null);
    const shown = (await Promise.all(tries)).map(({ text }) => shownText(text));
    for (const text of shown) expect(text).toContain('No se pudo conectar con el servidor de correo');
  });
  expect(asked.filter((name) => names.includes(name))).toEqual([]);
});
