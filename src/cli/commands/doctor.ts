import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { StoredCompany } from '../../operations/companies/ports.ts';
import {
  type Check,
  examineDatabase,
  examineFailOver,
  examineServing,
  examineSetup,
  okay,
  problem,
  warning,
} from '../../operations/installation/examine.ts';
import { examinePending } from '../../operations/installation/examine-pending.ts';
import { examineSpread } from '../../operations/installation/examine-spread.ts';
import { examineGeneration } from '../../operations/rehearsals/examine-generation.ts';
import type { Answer, Call } from '../command.ts';
import { examineAuthorities } from '../doctor/examine-authorities.ts';
import { examineMail } from '../doctor/examine-mail.ts';
import { examineMasterKey } from '../doctor/examine-master-key.ts';
import { examineProvider } from '../doctor/examine-provider.ts';
import { examineSignIns } from '../doctor/examine-sign-ins.ts';
import { clauseOf, type ExaminedCompany } from '../doctor/examined-company.ts';
import { CommandFailure } from '../failure.ts';
import { findCompany } from '../installation.ts';
import { journalPath } from '../master-key.ts';
import type { Office, Program, Unlocked } from '../program.ts';

export async function doctor(call: Call): Promise<Answer> {
  const ofProvider = await examineProvider(call.program());
  const checks = [okay('settings', 'are right'), ...ofProvider, ...(await examine(call))];
  const problems = checks.filter(({ status }) => status === 'problem').length;
  return {
    json: { ok: problems === 0, checks },
    text: checks.flatMap(checkLines),
    exitCode: problems === 0 ? 0 : 1,
  };
}

function checkLines({ name, status, message, advice }: Check): readonly string[] {
  return [`${status.padEnd(8)} ${name}: ${message}${advice === null ? '' : `. ${advice}`}`];
}

async function examine({ places: [slug], program: makeProgram, stack }: Call): Promise<readonly Check[]> {
  const program = makeProgram();
  const { databaseUrl, dataDir } = program.settings;
  if (databaseUrl === null && statSync(join(dataDir, 'postgres'), { throwIfNoEntry: false }) === undefined)
    return [problem('database', `there is none in ${dataDir} yet`, 'Run "npm start", or set DATABASE_URL.')];
  try {
    const database = await program.openDatabase();
    stack.defer(() => database.close());
    const facts = await program.databaseFacts(database.operatorUrl);
    const checks = [...examineDatabase(facts)];
    if (facts.foreignMigrations.length > 0) return checks;
    if (!facts.login.operates) return [...checks, NO_OPERATOR];
    if (facts.pendingMigrations.length > 0)
      return [...checks, (await examineMasterKey(program, facts, null)).check];
    const { url: servingUrl, operatorUrl: databaseUrl } = database;
    const office = await program.openOffice({ databaseUrl, servingUrl, operates: true });
    stack.defer(() => office.close());
    const isOperatorToo = servingUrl === databaseUrl;
    const serving = isOperatorToo ? facts : await program.databaseFacts(servingUrl);
    const production = await office.companies.production();
    const goesOn = program.settings.failOver === 'synchronous';
    checks.push(
      examineServing(serving.login, { isOperatorToo, production }),
      examineFailOver(facts, { goesOn, production }),
      ...examineSpread(await program.spreadFacts(databaseUrl), production),
    );
    const { check, unlocked } = await examineMasterKey(program, facts, office);
    const memory = unlocked === null ? [] : [await examineMemory(program, unlocked)];
    return [...checks, check, ...memory, ...(await examineCompanies({ program, office, unlocked }, slug))];
  } catch (error) {
    const advice = 'Repair this first; the rest was not looked at.';
    return [problem('database', clauseOf(error), advice)];
  }
}

const NO_OPERATOR = problem(
  'operator',
  'the login of DATABASE_URL serves and can do nothing else',
  'Set SELLO_OPERATOR_DATABASE_URL to look at the rest.',
);

/** Whether the database knows of everything that the nodes of this machine have seen. */
async function examineMemory({ settings }: Program, unlocked: Unlocked): Promise<Check> {
  const forgotten = await unlocked.forgotten(journalPath(settings));
  return forgotten === null
    ? okay('memory', 'the database has forgotten nothing that the journals here know of')
    : problem('memory', `the database has forgotten something: ${forgotten}`, 'Run "sello reconcile".');
}

interface Opened {
  readonly program: Program;
  readonly office: Office;
  /** Null where the master key opens nothing. */
  readonly unlocked: Unlocked | null;
}

async function examineCompanies(
  { program, office, unlocked }: Opened,
  slug: string | undefined,
): Promise<readonly Check[]> {
  const companies = await companiesNamed(office, slug);
  if (companies instanceof CommandFailure)
    return [problem('company', clauseOf(companies), 'Run "sello company list".')];
  if (companies.length === 0)
    return [warning('companies', 'there is none yet', 'Run "sello company apply FILE".')];
  const examined = await Promise.all(companies.map((company) => withSetup(office, company)));
  const checks = await Promise.all(examined.map((company) => examineCompany(office, company)));
  const authorities = await examineAuthorities(program.settings, companies);
  const signIns = unlocked === null ? [] : await examineSignIns(unlocked, examined, authorities.reached);
  const mail = await examineMail(program, unlocked, examined);
  return [...checks.flat(), ...authorities.checks, ...signIns, ...mail];
}

async function withSetup({ secrets }: Office, stored: StoredCompany): Promise<ExaminedCompany> {
  return { ...stored, setup: await secrets.setup(stored.companyId, stored.company.ambiente) };
}

async function companiesNamed(
  office: Office,
  slug: string | undefined,
): Promise<readonly StoredCompany[] | CommandFailure> {
  if (slug === undefined) return office.companies.list();
  try {
    return [await findCompany(office, slug)];
  } catch (error) {
    if (error instanceof CommandFailure && error.code === 'unknown_company') return error;
    throw error;
  }
}

async function examineCompany(
  { pending, rehearsals }: Office,
  { companyId, company, setup }: ExaminedCompany,
): Promise<readonly Check[]> {
  const { slug, ambiente } = company;
  return [
    ...examineSetup(slug, setup, Date.now()),
    ...examinePending(slug, await pending.read(companyId, ambiente), Date.now()),
    examineGeneration(company, await rehearsals.latest(companyId, 'v2'), Date.now()),
  ];
}
