import { beforeAll, describe, expect, it } from 'vitest';
import { type ConsoleUser, signedIn, slugOf } from '../../../../test/support/console-caller.ts';
import { sharedHouse } from '../../../../test/support/house.ts';

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

describe('the record', () => {
  it('shows what the users of a company did, by deed and day', async () => {
    await owner.post(`/app/e/${slug}/usuarios`, { name: 'Nora', email: 'nora@example.com', role: 'cashier' });
    const at = (more = '') => shown(`/app/operador/registro?empresa=${slug}${more}`);
    expect(await at()).toContain('nora@example.com');
    expect(await at('&hecho=user_invited')).toContain('Rosa Propietaria');
    expect(await at('&hecho=exported')).toContain('Nada con estos filtros');
    expect(await at('&desde=2099-01-01')).toContain('Nada con estos filtros');
    expect(await at('&antes=1')).toContain('Nada con estos filtros');
    for (const wrong of ['&hecho=x', '&desde=ayer', '&antes=x', '&de=x'])
      expect(await at(wrong)).toContain('nora');
    expect(await shown('/app/operador/registro')).not.toContain('nora@example.com');
    expect(await shown('/app/operador/registro?empresa=nadie')).toContain('No hay una empresa');
  });

  it('shows what was done from the command line, by command', async () => {
    await house.sql(
      `INSERT INTO operator_deeds (os_user, host, command, arguments)
       VALUES ('raiz', 'servidor', 'key create', '{"places":["tienda"],"options":{"name":"<b>"}}')`,
    );
    const text = await shown('/app/operador/registro?de=comandos');
    expect(text).toContain('key create tienda --name &#60;b&#62;');
    expect(await shown('/app/operador/registro?de=comandos&comando=company')).not.toContain('raiz');
  });
});
