import { statSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Check,
  examineDatabase,
  examineSetup,
  okay,
  problem,
  warning,
} from '../../operations/examine.ts';
import type { DatabaseFacts } from '../../operations/installation-ports.ts';
import type { StoredCompany } from '../../operations/operator-ports.ts';
import type { Command } from '../command.ts';
import { toFailure } from '../failure.ts';
import { findCompany } from '../installation.ts';
import type { Office, Program } from '../program.ts';
import { whyUnreachable } from '../reach.ts';

const REACH_TIMEOUT_MS = 5_000;

export const doctor: Command = {
  name: 'doctor',
  places: ['[COMPANY]'],
  options: {},
  summary: 'Look at everything that issuing needs, and say what to do about what is wrong. Changes nothing.',
  async run({ places: [slug] }, { program }) {
    const checks = [okay('settings', 'are right'), ...(await examine(program(), slug ?? null))];
    const problems = checks.filter(({ status }) => status === 'problem').length;
    return {
      json: { ok: problems === 0, checks },
      text: checks.flatMap(checkLines),
      exitCode: problems === 0 ? 0 : 1,
    };
  },
};

function checkLines({ name, status, message, advice }: Check): readonly string[] {
  return [`${status.padEnd(8)} ${name}: ${message}${advice === null ? '' : `. ${advice}`}`];
}

async function examine(program: Program, slug: string | null): Promise<readonly Check[]> {
  const { databaseUrl, dataDir } = program.settings;
  if (databaseUrl === null && statSync(join(dataDir, 'postgres'), { throwIfNoEntry: false }) === undefined)
    return [problem('database', `there is none in ${dataDir} yet`, 'Run "npm start", or set DATABASE_URL.')];
  await using stack = new AsyncDisposableStack();
  try {
    const database = await program.openDatabase();
    stack.defer(() => database.close());
    const facts = await program.databaseFacts(database.url);
    const checks = examineDatabase(facts);
    if (facts.pendingMigrations.length > 0 || facts.foreignMigrations.length > 0) return checks;
    const office = program.openOffice(database.url);
    stack.defer(() => office.close());
    return [
      ...checks,
      await examineMasterKey(program, office, facts),
      ...(await examineCompanies(program, office, slug)),
    ];
  } catch (error) {
    return [problem('database', toFailure(error).message, 'Repair this first; the rest was not looked at.')];
  }
}

async function examineMasterKey(program: Program, office: Office, facts: DatabaseFacts): Promise<Check> {
  const { masterKeyFile, dataDir } = program.settings;
  const path = masterKeyFile ?? join(dataDir, 'master-key');
  const name = 'master key';
  const reading = await program.readMasterKey(path);
  if (reading.kind === 'refused')
    return facts.holdsSecrets || masterKeyFile !== null
      ? problem(name, reading.message, 'Put the file back; what is sealed cannot be opened without it.')
      : warning(name, 'there is none yet', 'The first command that seals something makes or asks for it.');
  if (!facts.holdsSecrets) return okay(name, `${path} can be read; nothing is sealed yet`);
  try {
    await office.unlock(reading.key);
    return okay(name, `${path} opens what is sealed`);
  } catch (error) {
    return problem(name, toFailure(error).message, 'Set SELLO_MASTER_KEY_FILE to the right file.');
  }
}

async function examineCompanies(
  program: Program,
  office: Office,
  slug: string | null,
): Promise<readonly Check[]> {
  const companies = slug === null ? await office.companies.list() : [await findCompany(office, slug)];
  if (companies.length === 0)
    return [warning('companies', 'there is none yet', 'Run "sello company apply FILE".')];
  const setups = await Promise.all(companies.map((company) => examineCompany(office, company)));
  return [...setups.flat(), ...(await examineAuthorities(program, companies))];
}

async function examineCompany(
  { secrets }: Office,
  { companyId, company }: StoredCompany,
): Promise<readonly Check[]> {
  return examineSetup(company.slug, await secrets.setup(companyId, company.ambiente), Date.now());
}

/** Documents are issued into contingency meanwhile, so an authority out of reach is no problem yet. */
async function examineAuthorities(
  { settings }: Program,
  companies: readonly StoredCompany[],
): Promise<readonly Check[]> {
  const urls = { '00': settings.haciendaTestUrl, '01': settings.haciendaProductionUrl };
  const environments = [...new Set(companies.map(({ company }) => company.ambiente))].sort();
  return Promise.all(
    environments.map(async (ambiente) => {
      const name = `Hacienda, environment ${ambiente}`;
      const reason = await whyUnreachable(urls[ambiente], REACH_TIMEOUT_MS);
      if (reason === null) return okay(name, `${urls[ambiente]} can be reached`);
      const message = `${urls[ambiente]} cannot be reached: ${reason}`;
      return warning(name, message, 'Check the network; until then documents go into contingency.');
    }),
  );
}
