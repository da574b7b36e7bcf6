import { describe, expect, it } from 'vitest';
import { lastDeed, shownText, visitorAt } from '../../../../test/support/console-caller.ts';
import { wrongFieldsIn } from '../../../../test/support/form-reader.ts';
import { ownHouse } from '../../../../test/support/house.ts';
import { sharedUser } from '../../../../test/support/shared-user.ts';

const house = ownHouse();
const PATH = '/app/operador/empresas/nueva';
const operator = sharedUser(house, { role: 'operator', name: 'Olga Operadora' });

/** What the form of the page says of itself, with a company in it. */
async function filled(changes: Readonly<Record<string, string>> = {}) {
  const { text } = await operator.get(PATH);
  const [, companyId = ''] = /name="company_id" value="([^"]*)"/.exec(text) ?? [];
  return {
    company_id: companyId,
    name: 'Ferretería Ficticia, S.A. de C.V.',
    trade_name: 'Ferretería El Clavo',
    nit: '0614-010190-101-6',
    nrc: '7654321',
    activity_code: '46900',
    phone: '2222-3333',
    email: 'facturas@ejemplo.com',
    address: 'Calle Ficticia 1',
    district: 'Santa Tecla',
    slug: '',
    code: 'm001',
    points_of_sale: 'P001, p002',
    environment: '00',
    schema_generation: 'v2',
    series_mode: 'centralized',
    owner_name: '',
    owner_email: '',
    ...changes,
  };
}

const companies = () => house.sql('SELECT slug, environment, profile FROM companies ORDER BY created_at');

describe('a new company', () => {
  it('is opened from what somebody types, and leads to its steps', async () => {
    const form = await filled();
    const opened = await operator.post(PATH, form);
    expect([opened.status, opened.headers['location']]).toEqual([
      303,
      '/app/e/ferreteria-el-clavo/empresa?hecho=abierta',
    ]);
    expect((await companies()).at(-1)).toMatchObject({
      slug: 'ferreteria-el-clavo',
      environment: '00',
      profile: {
        nit: '06140101901016',
        activity_code: '46900',
        department: '05',
        schema_generation: 'v2',
        establishments: [{ code: 'M001', points_of_sale: ['P001', 'P002'] }],
      },
    });
    expect(await lastDeed(house)).toMatchObject({ deed: 'company_opened', subject: 'ferreteria-el-clavo' });
    const steps = await operator.get('/app/e/ferreteria-el-clavo/empresa?hecho=abierta');
    expect(steps.text).toContain('La empresa está abierta.');
    expect((await operator.get('/app/operador?q=clavo')).text).toContain('ferreteria-el-clavo');
    const before = await companies();
    const again = await operator.post(PATH, form);
    expect(again.headers['location']).toBe('/app/e/ferreteria-el-clavo/empresa?hecho=abierta');
    expect(await companies()).toEqual(before);
  });

  it('issues its first stamped sale after a certificate is made, without anything else', async () => {
    const at = (path: string) => `/app/e/ferreteria-el-clavo/empresa${path}`;
    expect((await operator.get(at(''))).text).not.toContain('Emitir una venta de prueba');
    expect((await operator.post(at('/prueba'))).status).toBe(409);
    expect((await operator.get(at('/certificado'))).text).toContain('Hacer un certificado de prueba');
    const made = await operator.post(at('/certificado/prueba'));
    expect(made.headers['location']).toBe(at('?hecho=certificado_prueba'));
    expect((await operator.get(at('/certificado'))).text).not.toContain('Hacer un certificado de prueba');
    const refused = await operator.post(at('/certificado/prueba'));
    expect([refused.status, refused.text.includes('ya tiene un certificado')]).toEqual([422, true]);
    expect((await operator.get(at(''))).text).toContain('Emitir una venta de prueba');
    const issued = await operator.post(at('/prueba'));
    const done = await operator.get(issued.headers['location'] ?? '');
    expect(done.text).toContain('Emitido y sellado');
    const [, seal = ''] = /Sello de recepción<\/dt><dd>.*?class="code">([^<]+)</.exec(done.text) ?? [];
    expect(seal).not.toBe('');
    expect((await operator.get(at(''))).text).toContain(seal);
    const again = await operator.post(at('/prueba'));
    expect(again.headers['location']).toBe(issued.headers['location']);
    expect(await lastDeed(house)).toMatchObject({ deed: 'issued' });
  });

  it('says beside each field what is wrong, keeps what was typed, and opens nothing', async () => {
    const before = await companies();
    const wrong = { nit: '1', email: 'no', code: 'X', district: 'zzz', owner_name: '', owner_email: 'x' };
    const refused = await operator.post(PATH, await filled(wrong));
    expect(refused.status).toBe(422);
    expect(wrongFieldsIn(refused.text).toSorted()).toEqual(Object.keys(wrong).toSorted());
    expect(refused.text).toContain('value="Ferretería El Clavo"');
    expect(await companies()).toEqual(before);
  });

  it('has neither the short name nor the taxpayer of another', async () => {
    const before = await companies();
    const twin = await operator.post(PATH, await filled({ slug: 'otra-casa' }));
    expect(twin.status).toBe(422);
    expect(shownText(twin.text)).toContain('ya es de la empresa ferreteria-el-clavo');
    const other = { nit: '0614-010190-102-4' };
    const taken = await operator.post(PATH, await filled(other));
    expect(taken.text).toContain('id="slug-problem"');
    const reserved = await operator.post(PATH, await filled({ ...other, slug: 'nueva' }));
    expect(reserved.text).toContain('está reservado');
    expect(await companies()).toEqual(before);
  });

  it('is none of production where the authority is a simulated one', async () => {
    const before = await companies();
    expect((await operator.get(PATH)).text).not.toContain('value="01"');
    const refused = await operator.post(PATH, await filled({ environment: '01', slug: 'de-verdad' }));
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('solo hay empresas de prueba');
    expect(await companies()).toEqual(before);
  });

  it('shows the link of its first owner this once, by which he comes in', async () => {
    const form = await filled({
      slug: 'con-dueña',
      nit: '0614-010190-103-2',
      owner_name: 'Rosa <i>Dueña',
      owner_email: 'rosa@example.com',
    });
    expect((await operator.post(PATH, form)).text).toContain('id="slug-problem"');
    const opened = await operator.post(PATH, { ...form, slug: 'con-duena' });
    expect(opened.status).toBe(200);
    expect(opened.text).toContain('Rosa &#60;i&#62;Dueña');
    const [, token = ''] = /\/app\/invitacion\/([\w-]{43})/.exec(shownText(opened.text)) ?? [];
    const guest = visitorAt(house);
    await guest.get(`/app/invitacion/${token}`);
    const own = { name: 'Rosa', password: 'una frase que nadie sabe' };
    const accepted = await guest.post(`/app/invitacion/${token}`, own);
    expect(accepted.headers['location']).toBe('/app');
    expect((await guest.get('/app/e/con-duena/empresa')).status).toBe(200);
    const again = await operator.post(PATH, { ...form, slug: 'con-duena' });
    expect(again.headers['location']).toBe('/app/e/con-duena/empresa?hecho=abierta');
    expect(await house.sql(`SELECT 1 FROM invitations WHERE email = 'rosa@example.com'`)).toHaveLength(1);
  });

  it('is looked up in catalogs without script', async () => {
    const form = await filled({ district: 'santa', activity_code: 'panader' });
    const asked = await operator.post(PATH, { ...form, buscar: 'district' });
    expect(asked.status).toBe(200);
    const [, answer = ''] =
      /name="elegir" value="(district [^"]*Santa Tecla[^"]*)"/.exec(shownText(asked.text)) ?? [];
    const chosen = shownText((await operator.post(PATH, { ...form, elegir: answer })).text);
    expect(chosen).toContain(
      `id="district" name="district" type="text" value="${answer.slice('district '.length)}"`,
    );
    expect(chosen).toContain('value="activity_code 47215');
  });
});

it('is opened by no form of another session, nor without an identifier', async () => {
  const before = await companies();
  expect((await operator.post(PATH, { ...(await filled({ slug: 'x' })), _csrf: 'x' })).status).toBe(200);
  expect((await operator.post(PATH, await filled({ company_id: 'x', slug: 'y' }))).status).toBe(422);
  expect(await companies()).toEqual(before);
});
