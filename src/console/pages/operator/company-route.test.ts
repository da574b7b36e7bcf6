import { beforeAll, describe, expect, it } from 'vitest';
import { type ConsoleUser, signedIn, slugOf } from '../../../../test/support/console-caller.ts';
import { sharedHouse } from '../../../../test/support/house.ts';

const house = sharedHouse();
let operator: ConsoleUser;
let slug: string;

beforeAll(async () => {
  operator = await signedIn(house, { role: 'operator', name: 'Olga Operadora' });
  slug = await slugOf(house);
});

const shown = async (path: string) => {
  const { status, text } = await operator.get(path);
  expect([path, status]).toEqual([path, 200]);
  return text.slice(text.indexOf('<main'));
};

describe('one company', () => {
  it('shows how it stands, and is rehearsed', async () => {
    const address = `/app/operador/empresas/${slug}`;
    expect(await shown(address)).toContain('Todavía no se ha ensayado.');
    const begun = await operator.post(`${address}/ensayo`);
    expect(begun.headers['location']).toBe(`${address}?hecho=ensayo`);
    expect(await shown(address)).toMatch(/En curso|Terminado/);
    const [deed] = await house.sql('SELECT deed, company_id FROM user_deeds ORDER BY deed_id DESC LIMIT 1');
    expect(deed).toEqual({ deed: 'rehearsal_asked', company_id: house.company.companyId });
  });

  it('that there is not is not found', async () => {
    for (const path of ['nadie', '%00', 'x'.repeat(500)]) {
      expect((await operator.get(`/app/operador/empresas/${path}`)).status).toBe(404);
      expect((await operator.post(`/app/operador/empresas/${path}/ensayo`)).status).toBe(404);
    }
  });
});
