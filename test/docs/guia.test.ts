// The integrator's guide, every command of it run in its order and every shown answer compared with the real one.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SANDBOX_COMPANY_FILE } from '../../src/cli/sandbox/sandbox-company-file.ts';
import { type MailServer, openMailServer } from '../mail/mail-server.ts';
import { type House, type HouseOptions, openHouse } from '../support/house.ts';
import { type CallStep, type ShownAnswer, stepsOf } from './guia-page.ts';
import { masked, obey, runStep, type Walk } from './guia-walk.ts';

/** The pages, with how many commands each has at least: a page whose blocks nobody reads would pass. */
const PAGES: readonly (readonly [string, number])[] = [
  ['primera-factura', 5],
  ['documentos', 12],
  ['reintentos', 8],
  ['nota-de-credito-o-invalidacion', 20],
  ['errores', 10],
  ['limites', 3],
  ['v2', 3],
  ['contingencia', 5],
  ['escenarios', 10],
  ['correo', 3],
];

const OPTIONS: HouseOptions = {
  times: { callTimeoutMs: 600, requestBudgetMs: 3_000, quarantineMs: 15_000 },
  work: { concurrency: 4, perCompany: 4, pollMs: 50 },
};

/** The company of `npm start` but for its name and number, which the house gives. */
const COMPANY = Object.fromEntries(
  Object.entries(SANDBOX_COMPANY_FILE).filter(([field]) => field !== 'slug' && field !== 'nit'),
);

let house: House;
let houseWithMail: House;
let mail: MailServer;
beforeAll(async () => {
  mail = await openMailServer();
  const account = { host: '127.0.0.1', port: mail.port, secure: false, login: null, from: 'dte@ejemplo.com' };
  house = await openHouse(OPTIONS);
  houseWithMail = await openHouse({ ...OPTIONS, mail: { account } });
});
afterAll(() => Promise.all([house.close(), houseWithMail.close(), mail.close()]));

async function openWalk(house: House): Promise<Walk> {
  const company = await house.addCompany({ file: COMPANY });
  return { company, variables: { API: company.url, CLAVE: company.key, SIM: house.authority.url } };
}

function difference({ shown, line }: CallStep, real: ShownAnswer): void {
  const where = `line ${line}: ${JSON.stringify(real)}`;
  if (shown === null) expect([200, 201], where).toContain(real.status);
  else expect(masked(real), where).toMatchObject(masked(shown));
}

function fits(step: CallStep, real: ShownAnswer): boolean {
  try {
    difference(step, real);
    return true;
  } catch {
    return false;
  }
}

describe('docs/guia', () => {
  it.for(PAGES)('%s.md shows what happens', async ([name, least]) => {
    const page = readFileSync(new URL(`../../docs/guia/${name}.md`, import.meta.url), 'utf8');
    const steps = stepsOf(page);
    expect(steps.length).toBeGreaterThanOrEqual(least);
    let walk = await openWalk(name === 'correo' ? houseWithMail : house);
    for (const step of steps) {
      if (step.kind === 'terminal') {
        walk = { ...walk, variables: await obey(step.order, walk) };
        continue;
      }
      difference(step, await runStep(step, walk, (answer) => fits(step, answer)));
    }
    await house.authority.behave();
  });
});
