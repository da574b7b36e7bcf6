import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { openOffice } from '../../../../test/support/composition.ts';
import { lastDeed, pageOf } from '../../../../test/support/console-caller.ts';
import { exampleCompany } from '../../../../test/support/example-company.ts';
import { slugOf } from '../../../../test/support/identifiers.ts';
import { sharedHouse } from '../../../../test/support/shared-house.ts';
import { sharedUser } from '../../../../test/support/shared-user.ts';
import { until } from '../../../../test/support/until.ts';
import type { CampaignStep } from '../../../operations/certifying/campaign-context.ts';

const house = sharedHouse();
const owner = sharedUser(house, { role: 'owner' });
const cashier = sharedUser(house, { role: 'cashier' });
const at = (path = '/certificacion') => pageOf(house, `/empresa${path}`);
const PATIENCE_MS = 60_000;
const LOOK_MS = 500;

/** The page once it says this; a user may not open pages much more often. */
async function pageWith(words: string, get = () => owner.get(at())): Promise<string> {
  const { text } = await get();
  if (text.includes(words)) return text;
  await sleep(LOOK_MS);
  return pageWith(words, get);
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
    expect((await owner.get(at(''))).text).toMatch(/\d+ de 330 documentos sellados, en curso\./);
    const rows = await house.authority.ledger(house.company.nit);
    expect(new Set(rows.map(({ numeroControl }) => numeroControl)).size).toBe(rows.length);
  },
  PATIENCE_MS,
);

describe('a campaign of some types', () => {
  const some = sharedHouse();
  const its = sharedUser(some, { role: 'owner' });
  const page = (path = '') => pageOf(some, `/empresa${path}`);

  it(
    'is counted, done and gone on with in these types, and the others are begun apart',
    async () => {
      const office = await openOffice(some.databaseUrl, some.masterKey);
      const { companyId, slug } = some.company;
      const company = (await office.companies.bySlug(slugOf(slug)))?.company ?? exampleCompany();
      const campaign = { name: '1', types: ['14'], company, taxpayers: [] } as const;
      const steps: string[] = [];
      const told = ({ kind }: CampaignStep) => steps.push(kind);
      const run = { companyId, campaign, perSecond: 50, told, stop: { aborted: false } };
      const ended = await office.certify(some.haciendaUrl, run);
      await office.close();
      expect(ended.progress.isComplete).toBe(true);
      const events = (kind: string) => steps.filter((step) => step === kind);
      expect([events('contingency'), events('invalidation')].map(({ length }) => length)).toEqual([5, 5]);
      expect((await its.get(page())).text).toContain('25 de 25 documentos sellados.');
      const { text } = await its.get(page('/certificacion'));
      expect(text).toContain('14 Sujeto');
      expect(text).not.toContain('01 Factura');
      expect(text).not.toContain('Seguir con la certificación');
      expect(text).toContain('Certificar también 01, 03, 05, 11');
      await its.post(page('/certificacion'), {});
      const open = () => its.get(page('/certificacion'));
      expect(await pageWith('Certificar también', open)).not.toContain('01 Factura');
      await its.post(page('/certificacion'), { otros: 'si' });
      const running = (await its.get(page('/certificacion'))).text;
      expect(running).toContain('01 Factura');
      expect(running).not.toContain('Certificar también');
      expect((await its.get(page())).text).toMatch(/\d+ de 330 documentos sellados, en curso\./);
      const isOn = async () =>
        (await some.authority.ledger(some.company.nit, 'stamped')).some(({ tipoDte }) => tipoDte === '01');
      await until(isOn, 'the other types are issued');
    },
    PATIENCE_MS,
  );
});

describe('a company of production', () => {
  const real = sharedHouse({ file: { environment: '01' } });
  const its = sharedUser(real, { role: 'owner' });

  it('has no certification', async () => {
    const page = pageOf(real, '/empresa/certificacion');
    expect((await its.get(page)).status).toBe(404);
    expect((await its.post(page, {})).status).toBe(404);
    expect((await its.get(pageOf(real, '/empresa'))).text).not.toContain('Certificación');
  });
});
