import { beforeAll, describe, expect, it } from 'vitest';
import { type ConsoleUser, signedIn, slugOf, visitorAt } from '../../../../test/support/console-caller.ts';
import { sharedHouse } from '../../../../test/support/house.ts';
import { invoiceBody } from '../../../../test/support/request-bodies.ts';

const house = sharedHouse();
let operator: ConsoleUser;
let owner: ConsoleUser;
let slug: string;

beforeAll(async () => {
  operator = await signedIn(house, { role: 'operator', name: 'Olga Operadora' });
  owner = await signedIn(house, { role: 'owner', name: 'Rosa Propietaria' });
  slug = await slugOf(house);
});

const shown = async (path: string) => {
  const { status, text } = await operator.get(path);
  expect([path, status]).toEqual([path, 200]);
  return text.slice(text.indexOf('<main'));
};

describe('the companies of the installation', () => {
  it('are listed with what of them needs somebody', async () => {
    const bare = await house.addCompany();
    await house.sql('DELETE FROM authority_credentials WHERE company_id = $1', [bare.companyId]);
    await house.sql('DELETE FROM certificates WHERE company_id = $1', [bare.companyId]);
    await house.authority.script({ service: 'recepcion', action: 'code', codigoMsg: '096' });
    await house.company.post('/invoice', invoiceBody());
    const text = await shown('/app/operador');
    expect(text).toContain(`href="/app/operador/empresas/${slug}"`);
    expect(text).toContain('Pruebas');
    expect(text).toContain('Sin credenciales');
    expect(text).toContain('Sin certificado');
    expect(text).toContain('1 rechazado');
    expect(text).toMatch(/hasta el \d\d\/\d\d\/\d{4}|Vence en/);
  });

  it('are searched by name, and come by pages', async () => {
    const other = await slugOf(house, (await house.addCompany()).companyId);
    const found = await shown(`/app/operador?q=${other.toUpperCase()}`);
    expect(found).toContain(`/empresas/${other}"`);
    expect(found).not.toContain(`/empresas/${slug}"`);
    expect(await shown('/app/operador?q=ninguna%20%3Cb%3E')).toContain('Ninguna se llama así');
    for (const page of ['0', '99', 'x', '1e9']) await shown(`/app/operador?p=${page}`);
  });
});

it('is nothing to anybody else', async () => {
  const accountant = await signedIn(house, { role: 'accountant' });
  const paths = ['', '/instalacion', '/registro', `/empresas/${slug}`];
  for (const path of paths) {
    for (const user of [owner, accountant]) expect((await user.get(`/app/operador${path}`)).status).toBe(404);
    expect((await visitorAt(house).get(`/app/operador${path}`)).status).toBe(303);
  }
  const form = `/app/operador/empresas/${slug}/ensayo`;
  expect((await owner.post(form)).status).toBe(404);
  expect((await operator.post(form, {}, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  expect((await operator.post(form, { _csrf: 'x' })).headers['location']).toBe(form);
});
