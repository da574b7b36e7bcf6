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
import { examinePending } from '../../operations/examine-pending.ts';
import type { StoredCompany } from '../../operations/operator-ports.ts';
import type { Command } from '../command.ts';
import { examineAuthorities } from '../doctor/examine-authorities.ts';
import { examineMasterKey } from '../doctor/examine-master-key.ts';
import { withoutStop } from '../doctor/without-stop.ts';
import { CommandFailure, toFailure } from '../failure.ts';
import { findCompany } from '../installation.ts';
import type { Office, Program } from '../program.ts';

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
    if (facts.foreignMigrations.length > 0) return checks;
    if (facts.pendingMigrations.length > 0) return [...checks, await examineMasterKey(program, facts, null)];
    const office = program.openOffice(database.url);
    stack.defer(() => office.close());
    return [
      ...checks,
      await examineMasterKey(program, facts, office),
      ...(await examineCompanies(program, office, slug)),
    ];
  } catch (error) {
    const advice = 'Repair this first; the rest was not looked at.';
    return [problem('database', withoutStop(toFailure(error).message), advice)];
  }
}

async function examineCompanies(
  program: Program,
  office: Office,
  slug: string | null,
): Promise<readonly Check[]> {
  const companies = await companiesNamed(office, slug);
  if (companies instanceof CommandFailure)
    return [problem('company', withoutStop(companies.message), 'Run "sello company list".')];
  if (companies.length === 0)
    return [warning('companies', 'there is none yet', 'Run "sello company apply FILE".')];
  const setups = await Promise.all(companies.map((company) => examineCompany(office, company)));
  return [...setups.flat(), ...(await examineAuthorities(program.settings, companies))];
}

async function companiesNamed(
  office: Office,
  slug: string | null,
): Promise<readonly StoredCompany[] | CommandFailure> {
  if (slug === null) return office.companies.list();
  try {
    return [await findCompany(office, slug)];
  } catch (error) {
    if (error instanceof CommandFailure && error.code === 'unknown_company') return error;
    throw error;
  }
}

async function examineCompany(
  { secrets, pending }: Office,
  { companyId, company }: StoredCompany,
): Promise<readonly Check[]> {
  const { slug, ambiente } = company;
  return [
    ...examineSetup(slug, await secrets.setup(companyId, ambiente), Date.now()),
    ...examinePending(slug, await pending.read(companyId, ambiente), Date.now()),
  ];
}
