// The integrator's guide, every command of it run in its order and every shown answer compared with the real one; the
// whole guide twice by one reader, whose second time must be like the first.

import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SANDBOX_COMPANY_FILE } from '../../src/cli/sandbox/sandbox-company-file.ts';
import { openMailServer } from '../mail/mail-server.ts';
import { type House, type HouseOptions, type OwnHouse, openHouse } from '../support/house.ts';
import { mailAccount } from '../support/mail-account.ts';
import { shared } from '../support/shared.ts';
import { type CallStep, type ShownAnswer, stepsOf } from './guia-page.ts';
import { masked, obey, runStep, type Walk } from './guia-walk.ts';

/** The pages, with how many commands each has at least: a page whose blocks nobody reads would pass. */
const PAGES: readonly (readonly [string, number])[] = [
  ['venta-normal', 3],
  ['primera-factura', 5],
  ['documentos', 12],
  ['vista-previa', 8],
  ['reintentos', 8],
  ['nota-de-credito-o-invalidacion', 23],
  ['errores', 10],
  ['limites', 3],
  ['v2', 5],
  ['contingencia', 5],
  ['escenarios', 10],
  ['correo', 3],
  ['buscar', 3],
];

const OPTIONS: HouseOptions = {
  times: { callTimeoutMs: 600, requestBudgetMs: 3_000, quarantineMs: 15_000 },
  work: { concurrency: 4, perCompany: 4, pollMs: 50 },
  rehearsals: { pollMs: 50, rest: 0 },
};

/** The company of `npm start` but for its name and number, which the house gives. */
const COMPANY = Object.fromEntries(
  Object.entries(SANDBOX_COMPANY_FILE).filter(([field]) => field !== 'slug' && field !== 'nit'),
);

let house: OwnHouse;
let houseWithMail: OwnHouse;
const mail = shared(() => openMailServer());
beforeAll(async () => {
  const account = mailAccount({ port: mail.port });
  const company = { file: COMPANY };
  house = await openHouse({ ...OPTIONS, company });
  houseWithMail = await openHouse({ ...OPTIONS, company, mail: { account } });
});
afterAll(() => Promise.all([house.close(), houseWithMail.close(), mail.close()]));

async function openWalk({ company, authority, sql }: House): Promise<Walk> {
  const [counter] = await sql('SELECT coalesce(max(last_number), 0) AS numbered FROM series');
  const variables = { API: company.url, CLAVE: company.key, SIM: authority.url };
  return { company, variables, numbered: Number(counter?.['numbered']) };
}

function difference({ shown, line }: CallStep, real: ShownAnswer, { numbered }: Walk): void {
  const where = `line ${line}: ${JSON.stringify(real)}`;
  if (shown === null) expect([200, 201], where).toContain(real.status);
  else expect(masked(real, numbered), where).toMatchObject(masked(shown));
}

function fits(step: CallStep, real: ShownAnswer, walk: Walk): boolean {
  try {
    difference(step, real, walk);
    return true;
  } catch {
    return false;
  }
}

async function walkThrough(page: string, house: House): Promise<void> {
  let walk = await openWalk(house);
  for (const step of stepsOf(page)) {
    if (step.kind === 'terminal') {
      walk = { ...walk, variables: await obey(step.order, walk) };
      continue;
    }
    difference(step, await runStep(step, walk, (answer) => fits(step, answer, walk)), walk);
  }
}

/** Whoever sells after a page finds good weather, and no document that still waits for it. */
async function expectCleared({ company, authority, sql }: House): Promise<void> {
  const script = await fetch(`${authority.url}/_sim/script`);
  expect(await script.json(), 'what the page leaves armed').toEqual([]);
  const lines = [{ description: 'Café', quantity: 1, unit_price: 1.5 }];
  expect((await company.post('/invoice', { lines })).body).toMatchObject({ dte_success: true });
  expect(await sql("SELECT external_ref FROM documents WHERE state NOT IN ('stamped', 'rejected')")).toEqual(
    [],
  );
}

describe.for(['first', 'second'])('docs/guia, pasted for the %s time', () => {
  it.for(PAGES)('%s.md shows what happens', async ([name, least]) => {
    const page = readFileSync(new URL(`../../docs/guia/${name}.md`, import.meta.url), 'utf8');
    expect(stepsOf(page).length).toBeGreaterThanOrEqual(least);
    const home = name === 'correo' ? houseWithMail : house;
    await walkThrough(page, home);
    await expectCleared(home);
  });
});
