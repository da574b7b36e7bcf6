// Whole campaigns of certification against the simulated Hacienda at its strictest.
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Simulator, startSimulator } from '../../simulator/server.ts';
import { FICTITIOUS_TAXPAYERS } from '../../src/core/certifying/parties.ts';
import { recordHtml } from '../../src/core/certifying/record.ts';
import { TIPOS_DTE } from '../../src/core/dte/kinds.ts';
import type { CampaignEnd } from '../../src/operations/certifying/run-campaign.ts';
import { type Office, openOffice } from '../support/composition.ts';
import { exampleCompany } from '../support/example-company.ts';
import { type House, type HouseCompany, openHouse } from '../support/house.ts';
import { slugOf } from '../support/identifiers.ts';
import { sharedPlace } from '../support/shared-place.ts';

const PATIENCE_MS = 180_000;
const folder = sharedPlace();
let simulator: Simulator;
let house: House;
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

/** Runs a campaign of all types, or goes on with it. */
async function certify({ slug, companyId }: HouseCompany): Promise<CampaignEnd> {
  const company = (await office.companies.bySlug(slugOf(slug)))?.company;
  if (company === undefined) throw new Error('the company is gone');
  const campaign = { name: '1', types: TIPOS_DTE, company, taxpayers: FICTITIOUS_TAXPAYERS };
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
