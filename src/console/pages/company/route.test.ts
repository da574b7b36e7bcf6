import { beforeAll, describe, expect, it } from 'vitest';
import { expectClosedDoors } from '../../../../test/support/closed-doors.ts';
import { type ConsoleUser, signedIn, slugOf } from '../../../../test/support/console-caller.ts';
import { sharedHouse } from '../../../../test/support/house.ts';
import { invoiceBody } from '../../../../test/support/request-bodies.ts';
import { csrfOf, SESSION_COOKIE } from '../../tokens.ts';

const house = sharedHouse();
const PASSWORD = 'Clave#Ficticia1';
let owner: ConsoleUser;
let at: (path?: string) => string;

beforeAll(async () => {
  owner = await signedIn(house, { role: 'owner' });
  const slug = await slugOf(house);
  at = (path = '') => `/app/e/${slug}/empresa${path}`;
});

const lastDeed = async () =>
  (await house.sql('SELECT deed, subject FROM user_deeds ORDER BY deed_id DESC LIMIT 1'))[0];
const countOf = async (table: string) =>
  Number(
    (
      await house.sql(`SELECT count(*) AS count FROM ${table} WHERE company_id = $1`, [
        house.company.companyId,
      ])
    )[0]?.['count'],
  );

/** Posts a form with a file as a browser does. */
async function upload(user: ConsoleUser, path: string, fields: Readonly<Record<string, string | Blob>>) {
  const form = new FormData();
  form.set('_csrf', csrfOf(user.token));
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const request = new Request('http://localhost', { method: 'POST', body: form });
  const body = Buffer.from(await request.arrayBuffer()).toString('latin1');
  return house.caller(null).call('POST', path, {
    body,
    headers: {
      cookie: `${SESSION_COOKIE}=${user.token}`,
      'content-type': request.headers.get('content-type') ?? '',
      'sec-fetch-site': 'same-origin',
    },
  });
}

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
  const shown = async () => {
    const { text } = await owner.get(at('/datos'));
    const inputs = text.slice(text.indexOf('<main')).matchAll(/name="([a-z_]+)" type="\w+" value="([^"]*)"/g);
    return Object.fromEntries([...inputs].map(([, name = '', value = '']) => [name, value]));
  };

  it('are changed by what people type: a word for the activity, a name for the district', async () => {
    const before = await shown();
    expect(before['activity_code']).toMatch(/^\d+ · /);
    const posted = await owner.post(at('/datos'), {
      ...before,
      trade_name: 'La <i>Esquina</i>',
      phone: '2233-4455',
    });
    expect(posted.headers['location']).toBe(at('?hecho=datos'));
    expect(await lastDeed()).toEqual({ deed: 'company_changed', subject: 'datos' });
    expect((await owner.get(at())).text).toContain('La &#60;i&#62;Esquina');
    expect({ ...(await shown()), phone: '', trade_name: '' }).toEqual({
      ...before,
      phone: '',
      trade_name: '',
    });
    const issued = await house.company.post('/invoice', invoiceBody());
    expect(issued.status).toBe(200);
  });

  it('say beside each field what is wrong, keep what was typed, and change nothing', async () => {
    const before = await shown();
    const refused = await owner.post(at('/datos'), {
      ...before,
      email: 'no es',
      activity_code: 'zzzz',
      district: '',
    });
    expect(refused.status).toBe(422);
    for (const field of ['email', 'activity_code']) expect(refused.text).toContain(`id="${field}-problem"`);
    expect(refused.text).toContain('value="zzzz"');
    expect(await shown()).toEqual(before);
  });

  it('take nothing that only the operator changes', async () => {
    const profile = () =>
      house.sql('SELECT profile FROM companies WHERE company_id = $1', [house.company.companyId]);
    await owner.post(at('/datos'), { ...(await shown()), trade_name: '' });
    const before = await profile();
    await owner.post(at('/datos'), {
      ...(await shown()),
      nit: '06140202900027',
      environment: '01',
      slug: 'otra',
    });
    expect(await profile()).toEqual(before);
  });
});

describe('the certificate', () => {
  it('is taken as a file, and signs', async () => {
    const before = await countOf('certificates');
    const file = new Blob([house.company.certificate]);
    const done = await upload(owner, at('/certificado'), {
      certificate: file,
      certificate_password: PASSWORD,
    });
    expect(done.headers['location']).toBe(at('?hecho=certificado'));
    expect(await countOf('certificates')).toBe(before + 1);
    expect(await lastDeed()).toEqual({ deed: 'certificate_imported', subject: house.company.nit });
    expect((await house.company.post('/invoice', invoiceBody())).status).toBe(200);
  });

  it('says what is wrong with it, and is not kept then', async () => {
    const before = await countOf('certificates');
    const foreign = await house.addCompany();
    const certificate = (text: string) => new Blob([text]);
    for (const fields of [
      { certificate: certificate(''), certificate_password: PASSWORD },
      { certificate: certificate('<x'), certificate_password: PASSWORD },
      { certificate: certificate(house.company.certificate), certificate_password: 'otra' },
      { certificate: certificate(foreign.certificate), certificate_password: PASSWORD },
    ]) {
      const refused = await upload(owner, at('/certificado'), fields);
      expect([refused.status, refused.text.includes('No se guardó.')]).toEqual([422, true]);
      expect(refused.text).not.toContain(PASSWORD);
    }
    expect(await countOf('certificates')).toBe(before);
  });

  it('is too large, or no form, without a trace', async () => {
    const large = new Blob(['x'.repeat(300_000)]);
    expect((await upload(owner, at('/certificado'), { certificate: large })).status).toBe(413);
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
  const kept = async () =>
    (
      await house.sql('SELECT username, sealed_password FROM authority_credentials WHERE company_id = $1', [
        house.company.companyId,
      ])
    )[0];

  it('are tried at once and kept sealed', async () => {
    const { nit } = house.company;
    const done = await owner.post(at('/hacienda'), { user: nit, password: PASSWORD });
    expect(done.headers['location']).toBe(at('?hecho=hacienda'));
    expect(JSON.stringify(await kept())).not.toContain(PASSWORD);
    expect(await lastDeed()).toEqual({ deed: 'credentials_set', subject: nit });
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

it('is closed to everybody else', async () => {
  await expectClosedDoors(house, {
    permission: 'manage_company',
    pages: ['/empresa', '/empresa/datos', '/empresa/certificado', '/empresa/hacienda'],
    forms: ['/empresa/datos', '/empresa/certificado', '/empresa/hacienda'],
  });
});
