// Whole campaigns of certification against the simulated Hacienda at its strictest.
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Simulator, startSimulator } from '../../simulator/server.ts';
import { FICTITIOUS_TAXPAYERS } from '../../src/core/certifying/parties.ts';
import { recordHtml } from '../../src/core/certifying/record.ts';
import { TIPOS_DTE, type TipoDte } from '../../src/core/dte/kinds.ts';
import type { CampaignEnd } from '../../src/operations/certifying/run-campaign.ts';
import { type Office, openOffice } from '../support/composition.ts';
import { exampleCompany } from '../support/example-company.ts';
import { type HouseCompany, type OwnHouse, openHouse } from '../support/house.ts';
import { slugOf } from '../support/identifiers.ts';
import { suexBody } from '../support/request-bodies.ts';
import { sharedPlace } from '../support/shared-place.ts';

const PATIENCE_MS = 180_000;
const folder = sharedPlace();
let simulator: Simulator;
let house: OwnHouse;
let office: Office;

beforeAll(async () => {
  simulator = await startSimulator({ stateFile: join(folder, 'state.jsonl'), dates: 'strict' });
  house = await openHouse({ simulatorUrl: simulator.url });
  office = await openOffice(house.databaseUrl, house.masterKey);
}, PATIENCE_MS);
afterAll(async () => {
  await office.close();
  await house.close();
  await simulator.close();
});

/** Runs a campaign, or goes on with it. */
async function certify(
  { slug, companyId }: Pick<HouseCompany, 'slug' | 'companyId'>,
  types: readonly TipoDte[] = TIPOS_DTE,
): Promise<CampaignEnd> {
  const company = (await office.companies.bySlug(slugOf(slug)))?.company;
  if (company === undefined) throw new Error('the company is gone');
  const campaign = { name: '1', types, company, taxpayers: FICTITIOUS_TAXPAYERS };
  const told = () => undefined;
  const run = { companyId, campaign, perSecond: 1_000, told, stop: { aborted: false } };
  return office.certify(simulator.url, run);
}

const FIVE_SEALED = Array.from({ length: 5 }, () => 'sealed');
const ESTABLISHMENTS = [
  { code: 'M001', points_of_sale: ['P001', 'P002'] },
  { code: 'S002', points_of_sale: ['P001'] },
];

/** What the ledger of the authority holds of a company. */
async function ledgerOf(company: HouseCompany) {
  const rows = await house.authority.ledger(company.nit);
  const types = rows.map(({ tipoDte }) => tipoDte);
  const counts = Object.fromEntries(
    [...new Set(types)].toSorted().map((type) => [type, types.filter((one) => one === type).length]),
  );
  return { rows, counts, invalidations: await house.authority.invalidations(company.nit) };
}

describe.each(['v1', 'v2'])('a company that issues in %s', (generation) => {
  it(
    'is certified with 330 documents and 10 events, none of them rejected',
    async () => {
      const company = await house.addCompany({
        file: {
          schema_generation: generation,
          vat_perception_agent: generation === 'v2',
          establishments: ESTABLISHMENTS,
        },
      });
      const first = await certify(company);
      expect(first.stopped).toBeNull();
      expect(first.progress.isComplete).toBe(true);
      const { rows, counts, invalidations } = await ledgerOf(company);
      expect(rows.filter(({ state }) => state !== 'stamped')).toEqual([]);
      expect(counts).toEqual({ '01': 90, '03': 75, '05': 50, '11': 90, '14': 25 });
      expect(new Set(rows.map(({ numeroControl }) => numeroControl)).size).toBe(330);
      expect(invalidations.map(({ state }) => state)).toEqual(FIVE_SEALED);
      const events = await house.authority.events(company.nit);
      expect(events.map(({ state }) => state)).toEqual(FIVE_SEALED);
      expect(events.map(({ tipoContingencia }) => tipoContingencia)).toEqual([1, 2, 3, 4, 5]);
      await house.authority.forgetCalls();
      expect(await certify(company)).toEqual(first);
      expect(await house.authority.calls()).toEqual({});
      expect(recordHtml({ ...first, company: exampleCompany(), name: '1', nowMs: 0 })).toContain(
        rows[0]?.numeroControl ?? '-',
      );
    },
    PATIENCE_MS,
  );
});

describe('a campaign', () => {
  const certifyPurchases = (company: HouseCompany) => certify(company, ['14']);
  const rejects = (service: string) =>
    house.authority.script({ service, action: 'code', codigoMsg: '020', times: 1 });

  it(
    'stops where something is rejected, explains it, and goes on without anything twice',
    async () => {
      const company = await house.addCompany();
      await rejects('recepcion');
      const inContingency = await certifyPurchases(company);
      expect(inContingency.stopped).toMatchObject({ reason: 'rejected', at: 'CERT-1-14-1' });
      expect(inContingency.stopped?.explanations).not.toEqual([]);
      await rejects('invalidacion');
      const invalidating = await certifyPurchases(company);
      expect(invalidating.stopped).toMatchObject({ reason: 'rejected', at: 'invalidación de CERT-1-14-25' });
      expect(invalidating.stopped?.explanations).not.toEqual([]);
      const last = await certifyPurchases(company);
      expect([last.stopped, last.progress.isComplete]).toEqual([null, true]);
      const { rows } = await ledgerOf(company);
      expect(new Set(rows.map(({ numeroControl }) => numeroControl)).size).toBe(25);
      expect(rows.filter(({ state }) => state === 'stamped')).toHaveLength(25);
    },
    PATIENCE_MS,
  );

  it(
    'stops where an event of contingency is rejected',
    async () => {
      const types = Object.fromEntries([...TIPOS_DTE, 'events'].map((type) => [type, 'v1']));
      const company = await house.addCompany({ file: { schema_generation: types } });
      expect((await certifyPurchases(company)).stopped).toMatchObject({
        reason: 'rejected',
        at: 'evento de contingencia de tipo 1',
      });
      const events = await house.authority.events(company.nit);
      expect(events.map(({ state }) => state)).toEqual(['rejected']);
      expect((await ledgerOf(company)).rows).toEqual([]);
    },
    PATIENCE_MS,
  );

  it('says why Sello itself refuses a sale', async () => {
    const company = await house.addCompany({ certificate: 'none' });
    expect((await certifyPurchases(company)).stopped).toMatchObject({
      reason: 'refused',
      at: 'CERT-1-14-1',
      detail: expect.stringContaining('certificado'),
    });
  });

  it('is none of a company of production', async () => {
    const company = await house.addCompany({ file: { environment: '01' } });
    await expect(certifyPurchases(company)).rejects.toThrow('only the test environment certifies');
    expect((await ledgerOf(company)).rows).toEqual([]);
  });

  it(
    'takes no document for a contingency that the authority may have',
    async () => {
      const company = await house.addCompany();
      await house.authority.script({ service: 'recepcion', action: 'reset', when: 'after', times: 3 });
      await house.authority.script({ service: 'consulta', action: 'silence', times: 1 });
      const sold = await company.post('/suex', { ...suexBody(), external_ref: 'CERT-1-14-1' });
      expect(sold.body).toMatchObject({ contingency: true });
      await house.authority.behave();
      await certifyPurchases(company);
      const rows = await house.sql(
        `SELECT contingency_type FROM documents WHERE company_id = $1 AND external_ref = 'CERT-1-14-1'`,
        [company.companyId],
      );
      expect(rows).toEqual([{ contingency_type: null }]);
    },
    PATIENCE_MS,
  );
});
