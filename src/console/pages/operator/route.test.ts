import { describe, expect, it } from 'vitest';
import { lastDeed, pageOf } from '../../../../test/support/console-caller.ts';
import { ownHouse } from '../../../../test/support/house.ts';
import { invoiceBody } from '../../../../test/support/request-bodies.ts';
import { sharedUser } from '../../../../test/support/shared-user.ts';
import { OPERATOR } from './route.ts';

const house = ownHouse();
const operator = sharedUser(house, { role: 'operator', name: 'Olga Operadora' });
const owner = sharedUser(house, { role: 'owner', name: 'Rosa Propietaria' });

const shown = async (path: string) => {
  const { status, text } = await operator.get(`/app/operador${path}`);
  expect([path, status]).toEqual([path, 200]);
  return text.slice(text.indexOf('<main'));
};

it.each(OPERATOR)('has $path for the operator alone', ({ access }) => expect(access).toBe('operate'));

describe('the companies of the installation', () => {
  it('are listed with what of them needs somebody', async () => {
    const bare = await house.addCompany();
    await house.sql('DELETE FROM authority_credentials WHERE company_id = $1', [bare.companyId]);
    await house.sql('DELETE FROM certificates WHERE company_id = $1', [bare.companyId]);
    await house.authority.script({ service: 'recepcion', action: 'code', codigoMsg: '096' });
    await house.company.post('/invoice', invoiceBody());
    const text = await shown('');
    const link = `href="/app/operador/empresas/${house.company.slug}"`;
    for (const told of [link, 'Pruebas', 'Sin credenciales', 'Sin certificado', '1 rechazado'])
      expect(text).toContain(told);
    expect(text).toMatch(/hasta el \d\d\/\d\d\/\d{4}|Vence en/);
  });

  it('are searched by name, and come by pages', async () => {
    const { slug } = await house.addCompany();
    const found = await shown(`?q=${slug.toUpperCase()}`);
    expect(found).toContain(`/empresas/${slug}"`);
    expect(found).not.toContain(`/empresas/${house.company.slug}"`);
    expect(await shown('?q=ninguna%20%3Cb%3E')).toContain('Ninguna se llama así');
    for (const page of ['0', '99', 'x', '1e9']) await shown(`?p=${page}`);
  });
});

describe('one company', () => {
  it('shows how it stands, and is rehearsed', async () => {
    const path = `/empresas/${house.company.slug}`;
    expect(await shown(path)).toContain('Todavía no se ha ensayado.');
    const begun = await operator.post(`/app/operador${path}/ensayo`);
    expect(begun.headers['location']).toBe(`/app/operador${path}?hecho=ensayo`);
    expect(await shown(path)).toMatch(/En curso|Terminado/);
    const { companyId: company_id } = house.company;
    expect(await lastDeed(house)).toMatchObject({ deed: 'rehearsal_asked', company_id });
  });

  it('that there is not is not found', async () => {
    for (const path of ['nadie', '%00', 'x'.repeat(500)]) {
      expect((await operator.get(`/app/operador/empresas/${path}`)).status).toBe(404);
      expect((await operator.post(`/app/operador/empresas/${path}/ensayo`)).status).toBe(404);
    }
  });
});

it('shows what waits in the installation and how the node stands', async () => {
  const text = await shown('/instalacion');
  expect(text).toContain('Este nodo numera y Hacienda responde.');
  expect(text).toContain('Nada espera.');
});

describe('the record', () => {
  it('shows what the users of a company did, by deed and day', async () => {
    const nora = { name: 'Nora', email: 'nora@example.com', role: 'cashier' };
    await owner.post(pageOf(house, '/usuarios'), nora);
    const at = (more = '') => shown(`/registro?empresa=${house.company.slug}${more}`);
    expect(await at()).toContain('nora@example.com');
    expect(await at('&hecho=user_invited')).toContain('Rosa Propietaria');
    for (const narrow of ['&hecho=exported', '&desde=2099-01-01', '&antes=1'])
      expect(await at(narrow)).toContain('Nada con estos filtros');
    for (const wrong of ['&hecho=x', '&desde=ayer', '&antes=x', '&de=x'])
      expect(await at(wrong)).toContain('nora');
    expect(await shown('/registro')).not.toContain('nora@example.com');
    expect(await shown('/registro?empresa=nadie')).toContain('No hay una empresa');
  });

  it('shows what was done from the command line, by command', async () => {
    await house.sql`INSERT INTO operator_deeds (os_user, host, command, arguments)
      VALUES ('raiz', 'servidor', 'key create', '{"places":["tienda"],"options":{"name":"<b>"}}')`;
    const text = await shown('/registro?de=comandos');
    expect(text).toContain('key create tienda --name &#60;b&#62;');
    expect(await shown('/registro?de=comandos&comando=company')).not.toContain('raiz');
  });
});
