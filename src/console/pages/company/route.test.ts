import { describe, expect, it } from 'vitest';
import { lastDeed, pageOf, profileOf } from '../../../../test/support/console-caller.ts';
import { fieldsIn, wrongFieldsIn } from '../../../../test/support/form-reader.ts';
import { invoiceBody } from '../../../../test/support/request-bodies.ts';
import { sharedHouse } from '../../../../test/support/shared-house.ts';
import { sharedUser } from '../../../../test/support/shared-user.ts';
import { SESSION_COOKIE } from '../../tokens.ts';

const house = sharedHouse();
const PASSWORD = 'Clave#Ficticia1';
const owner = sharedUser(house, { role: 'owner' });
const at = (path = '') => pageOf(house, `/empresa${path}`);

const certificates = () =>
  house.sql('SELECT certificate_id FROM certificates WHERE company_id = $1', [house.company.companyId]);

/** Uploads a certificate. */
const uploaded = (text: string, certificate_password = PASSWORD) =>
  owner.upload(at('/certificado'), {
    certificate: { name: 'certificado.crt', bytes: Buffer.from(text) },
    certificate_password,
  });

it('shows what is set up, and what to do next', async () => {
  const { status, text } = await owner.get(at());
  expect(status).toBe(200);
  for (const word of ['Datos', 'Certificado', 'Credenciales de Hacienda', 'Primera venta de prueba'])
    expect(text).toContain(word);
  expect(text).toContain('Todavía no hay un documento sellado.');
  await house.company.post('/invoice', invoiceBody());
  expect((await owner.get(at())).text).toContain('Último sello:');
});

describe('the data of the company', () => {
  /** What the form shows, as a browser would post it. */
  const shown = async () => fieldsIn((await owner.get(at('/datos'))).text, /datos$/);

  it('are changed by what people type: a word for the activity, a name for the district', async () => {
    const before = await shown();
    expect(before['activity_code']).toMatch(/^\d+ · /);
    const changed = { trade_name: 'La <i>Esquina</i>', phone: '2233-4455' };
    const posted = await owner.post(at('/datos'), { ...before, ...changed });
    expect(posted.headers['location']).toBe(at('?hecho=datos'));
    expect(await lastDeed(house)).toMatchObject({ deed: 'company_changed', subject: 'datos' });
    expect((await owner.get(at())).text).toContain('La &#60;i&#62;Esquina');
    const { trade_name, phone } = before;
    expect({ ...(await shown()), trade_name, phone }).toEqual(before);
    const issued = await house.company.post('/invoice', invoiceBody());
    expect(issued.status).toBe(200);
  });

  it('say beside each field what is wrong, keep what was typed, and change nothing', async () => {
    const before = await shown();
    const wrong = { email: 'no es', activity_code: 'zzzz', district: '' };
    const refused = await owner.post(at('/datos'), { ...before, ...wrong });
    expect(refused.status).toBe(422);
    expect(wrongFieldsIn(refused.text)).toEqual(expect.arrayContaining(['email', 'activity_code']));
    expect(refused.text).toContain('value="zzzz"');
    expect(await shown()).toEqual(before);
  });

  it('take nothing that only the operator changes', async () => {
    await owner.post(at('/datos'), { ...(await shown()), trade_name: '' });
    const before = await profileOf(house);
    const operators = { nit: '06140202900027', environment: '01', slug: 'otra' };
    await owner.post(at('/datos'), { ...(await shown()), ...operators });
    expect(await profileOf(house)).toEqual(before);
  });
});

describe('the certificate', () => {
  it('is taken as a file, and signs', async () => {
    const before = await certificates();
    const done = await uploaded(house.company.certificate);
    expect(done.headers['location']).toBe(at('?hecho=certificado'));
    expect(await certificates()).toHaveLength(before.length + 1);
    expect(await lastDeed(house)).toMatchObject({ deed: 'certificate_imported', subject: house.company.nit });
    expect((await house.company.post('/invoice', invoiceBody())).status).toBe(200);
  });

  it('says what is wrong with it, and is not kept then', async () => {
    const before = await certificates();
    const foreign = await house.addCompany();
    for (const [text, password] of [
      ['', PASSWORD],
      ['<x', PASSWORD],
      [house.company.certificate, 'otra'],
      [foreign.certificate, PASSWORD],
    ] as const) {
      const refused = await uploaded(text, password);
      expect([refused.status, refused.text.includes('No se guardó.')]).toEqual([422, true]);
      expect(refused.text).not.toContain(PASSWORD);
    }
    expect(await certificates()).toEqual(before);
  });

  it('is too large, or no form, without a trace', async () => {
    expect((await uploaded('x'.repeat(300_000))).status).toBe(413);
    const broken = await house.caller(null).call('POST', at('/certificado'), {
      body: 'x',
      headers: {
        cookie: `${SESSION_COOKIE}=${owner.token}`,
        'content-type': 'multipart/form-data; boundary=y',
      },
    });
    expect(broken.status).toBe(400);
  });
});

describe('the credentials', () => {
  const kept = () =>
    house.sql('SELECT username, sealed_password FROM authority_credentials ORDER BY company_id');

  it('are tried at once and kept sealed', async () => {
    const { nit } = house.company;
    const done = await owner.post(at('/hacienda'), { user: nit, password: PASSWORD });
    expect(done.headers['location']).toBe(at('?hecho=hacienda'));
    expect(JSON.stringify(await kept())).not.toContain(PASSWORD);
    expect(await lastDeed(house)).toMatchObject({ deed: 'credentials_set', subject: nit });
  });

  it.each([
    (nit: string) => nit.replace(/^(.{4})(.{6})(.{3})/, '$1-$2-$3-'),
    (nit: string) => ` ${nit} `,
    (nit: string) => nit.replace(/^(.{4})/, '$1 '),
    (nit: string) => `${nit}\t`,
    (nit: string) => `\u00a0${nit.slice(0, 13)}-${nit.slice(13)}`,
  ])('lose the hyphens and blanks of the user, as the company file does', async (written) => {
    const { nit, companyId } = house.company;
    const done = await owner.post(at('/hacienda'), { user: written(nit), password: PASSWORD });
    expect(done.headers['location']).toBe(at('?hecho=hacienda'));
    const rows = await house.sql`SELECT username FROM authority_credentials WHERE company_id = ${companyId}`;
    expect(rows).toEqual([{ username: nit }]);
  });

  it('are not kept where Hacienda refuses them', async () => {
    const before = await kept();
    const refused = await owner.post(at('/hacienda'), { user: house.company.nit, password: 'equivocada' });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('Hacienda no dejó entrar a este usuario');
    expect(refused.text).not.toContain('equivocada');
    expect((await owner.post(at('/hacienda'), { user: '', password: '' })).status).toBe(422);
    expect(await kept()).toEqual(before);
  });

  it('are kept untried where Hacienda says nothing', async () => {
    await house.authority.script({ service: 'auth', action: 'status', status: 503 });
    const done = await owner.post(at('/hacienda'), { user: house.company.nit, password: PASSWORD });
    expect(done.headers['location']).toBe(at('?hecho=sin_probar'));
    expect((await owner.get(at('?hecho=sin_probar'))).text).toContain('no se sabe si son correctas');
  });
});
