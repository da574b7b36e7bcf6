import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { lastDeed, pageOf } from '../../../../test/support/console-caller.ts';
import { sharedHouse } from '../../../../test/support/house.ts';
import { sharedUser } from '../../../../test/support/shared-user.ts';
import { until } from '../../../../test/support/until.ts';

const house = sharedHouse();
const owner = sharedUser(house, { role: 'owner' });
const cashier = sharedUser(house, { role: 'cashier' });
const at = (path = '/certificacion') => pageOf(house, `/empresa${path}`);
const PATIENCE_MS = 60_000;
const LOOK_MS = 500;

/** The page once it says this; a user may not open pages much more often. */
async function pageWith(words: string): Promise<string> {
  const { text } = await owner.get(at());
  if (text.includes(words)) return text;
  await sleep(LOOK_MS);
  return pageWith(words);
}

it(
  'is started by the owner, says how far it is and where it stopped, and goes on',
  async () => {
    expect((await owner.get(at(''))).text).toContain('Lo que Hacienda pide antes de producción');
    const before = (await owner.get(at())).text;
    expect(before).toContain('Empezar la certificación');
    expect((await cashier.get(at())).status).toBe(403);
    await house.authority.script({ service: 'recepcion', action: 'code', codigoMsg: '020', times: 1 });
    const started = await owner.post(at(), {});
    expect(started.headers['location']).toBe(at('/certificacion?hecho=empezada'));
    expect(await lastDeed(house)).toMatchObject({ deed: 'certification_started' });
    const text = await pageWith('Se detuvo en CERT-1-');
    expect(text).toContain('Hacienda dijo');
    expect(text).toContain('Seguir con la certificación');
    await owner.post(at(), {});
    const isOn = async () => (await house.authority.ledger(house.company.nit, 'stamped')).length > 6;
    await until(isOn, 'the campaign goes on');
    const running = (await owner.get(at())).text;
    expect(running).not.toContain('Se detuvo');
    expect(running).not.toContain('Seguir con la certificación');
    expect((await owner.get(at(''))).text).toMatch(/\d+ de 280 documentos sellados, en curso\./);
    const rows = await house.authority.ledger(house.company.nit);
    expect(new Set(rows.map(({ numeroControl }) => numeroControl)).size).toBe(rows.length);
  },
  PATIENCE_MS,
);

describe('a company of production', () => {
  const real = sharedHouse({ company: { file: { environment: '01' } } });
  const its = sharedUser(real, { role: 'owner' });

  it('has no certification', async () => {
    const page = pageOf(real, '/empresa/certificacion');
    expect((await its.get(page)).status).toBe(404);
    expect((await its.post(page, {})).status).toBe(404);
    expect((await its.get(pageOf(real, '/empresa'))).text).not.toContain('Certificación');
  });
});
