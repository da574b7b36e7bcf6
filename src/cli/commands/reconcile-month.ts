import { open, rm } from 'node:fs/promises';
import { fiscalTime, toLocalIso } from '../../core/calendar/el-salvador-time.ts';
import { type Period, periodText } from '../../core/declaring/period.ts';
import { LIST_OF, RECONCILED_LISTS } from '../../core/declaring/told-difference.ts';
import { parseNit } from '../../core/identifiers/nit.ts';
import type { StoredCompany } from '../../operations/companies/ports.ts';
import type { CompanyMonth } from '../../operations/declarations/ports.ts';
import { everyFinding } from '../../operations/declarations/reconciled-month.ts';
import type {
  FoundDifference,
  MonthReconciliation,
  OpenReconciliation,
} from '../../operations/declarations/reconciliation-ports.ts';
import type { Cell } from '../../operations/listings/ports.ts';
import { integerOption } from '../arguments.ts';
import type { Answer, Call } from '../command.ts';
import { CommandFailure, UsageFailure } from '../failure.ts';
import { writeNew } from '../files.ts';
import { findCompany, openInstallation } from '../installation.ts';
import { periodTyped } from '../month-options.ts';
import { openNode } from '../open-node.ts';
import type { Office } from '../program.ts';
import { runningTestAuthority } from '../sandbox/simulator-place.ts';
import { tableLines } from '../shown.ts';

/** Questions a second: what a person's own clicks would be, so that issuing meanwhile does not notice. */
const RATE = { min: 1, max: 50, byDefault: 5 };

/** Whether a month is to be compared, and not a lost database to be made whole. */
export function isOfMonth({ options }: Call): boolean {
  return ['month', 'company', 'rate', 'csv', 'anew'].some((option) => options.has(option));
}

/** Compares a month of a company with what Hacienda tells. */
export async function reconcileMonth(call: Call): Promise<Answer> {
  const { options } = call;
  const foreign = ['journals', 'skip', 'days'].find((name) => options.has(name));
  if (foreign !== undefined)
    throw new UsageFailure(`--${foreign} is about a lost database, and --month about a month: not both.`);
  const named = options.get('company');
  if (named === undefined) throw new UsageFailure('--month needs --company with a slug or a NIT.');
  const period = periodTyped(options.get('month'));
  const perSecond = integerOption(call, 'rate', RATE);
  const file = options.get('csv') ?? null;
  if (file !== null) await tryNew(file);
  const running = call.program();
  const { unlocked, installation } = await openNode(running, call.stack, openInstallation);
  const { companyId, company } = await companyNamed(installation.office, named);
  const month: CompanyMonth = { companyId, ambiente: company.ambiente, period };
  const url = await runningTestAuthority(running.settings, company.slug);
  const order = {
    month,
    nit: company.nit,
    by: `operador ${running.deed.osUser}`,
    anew: options.has('anew'),
    perSecond,
    told: progressBy(call.say),
  };
  const done = await unlocked.reconcileMonth(order, url);
  if (done.kind === 'elsewhere')
    throw new CommandFailure('reconciled_elsewhere', 'Somebody else goes on with this month at this moment.');
  if (done.kind === 'stopped') throw stopped(done.open, done.reason);
  const { reconciliations, writer } = installation.office;
  const { reconciliation } = done;
  const all: FoundDifference[] = [];
  for await (const one of everyFinding(reconciliations, companyId, reconciliation)) all.push(one);
  if (file !== null) await writeNew(file, writer.csv(rowsOf(all)));
  return answerOf({ period, reconciliation, all, file });
}

/**
 * A run may take a day, at whose end it is too late to learn that the file cannot be made. It is made then: whoever ends the
 * run meanwhile, and begins it again with the same words, finds none in the way.
 */
async function tryNew(file: string): Promise<void> {
  await (await open(file, 'wx')).close();
  await rm(file);
}

async function companyNamed(office: Office, text: string): Promise<StoredCompany> {
  const nit = parseNit(text);
  if (nit === null) return findCompany(office, text);
  const found = (await office.companies.list()).filter(({ company }) => company.nit === nit);
  const [only] = found;
  if (only === undefined) return findCompany(office, text);
  if (found.length === 1) return only;
  const slugs = found.map(({ company }) => company.slug).join(', ');
  throw new UsageFailure(`The NIT ${text} is that of ${slugs}: name one of them.`);
}

/** Says how far it is, each time that a hundredth has come to it. */
function progressBy(say: (line: string) => void): (reconciliation: OpenReconciliation) => void {
  let before = -1;
  return ({ documents, total }) => {
    const hundredth = total === 0 ? 100 : Math.floor((documents * 100) / total);
    if (hundredth === before) return;
    before = hundredth;
    say(`${documents} of ${total} documents asked about.`);
  };
}

function stopped({ documents, total }: OpenReconciliation, reason: string): CommandFailure {
  return new CommandFailure(
    'hacienda_silent',
    `Interrupted after ${documents} of ${total} documents: ${reason} The same command goes on from there.`,
  );
}

interface Result {
  readonly period: Period;
  readonly reconciliation: MonthReconciliation;
  readonly all: readonly FoundDifference[];
  readonly file: string | null;
}

function answerOf({ period, reconciliation, all, file }: Result): Answer {
  const { documents, found, endedMs } = reconciliation;
  const lists = RECONCILED_LISTS.map((list) => ({
    list,
    entries: all.filter(({ reason }) => LIST_OF[reason] === list),
  }));
  return {
    json: {
      month: periodText(period),
      ended_at: endedMs === null ? null : toLocalIso(endedMs),
      documents,
      ...Object.fromEntries(lists.map(({ list, entries }) => [list, entries.map(toldOf)])),
      csv: file,
    },
    text: [
      `${documents} documents asked about: ${found.only_here} only here, ${found.only_there} only there, ${found.different} different, ${found.unanswered} without an answer.`,
      ...lists.flatMap(({ list, entries }) => (entries.length === 0 ? [] : linesOf(list, entries))),
      ...(file === null ? [] : [`All of it is in ${file}.`]),
    ],
    exitCode: RECONCILED_LISTS.some((list) => found[list] > 0) ? 1 : 0,
  };
}

/** Lines of each list on a terminal; the file and --json have all of them. */
const SHOWN = 20;

function linesOf(list: string, entries: readonly FoundDifference[]): readonly string[] {
  const more = entries.length - SHOWN;
  return [
    `${list}:`,
    ...tableLines(
      Object.fromEntries(COLUMNS.map(({ heading, of }) => [heading, of])),
      entries.slice(0, SHOWN),
    ),
    ...(more > 0 ? [`and ${more} more, which --csv FILE and --json have.`] : []),
  ];
}

interface Column {
  /** In JSON and in the file. */
  readonly name: string;
  /** On a terminal. */
  readonly heading: string;
  readonly of: (one: FoundDifference) => string | null;
}

const COLUMNS: readonly Column[] = [
  { name: 'reason', heading: 'REASON', of: (one) => one.reason },
  { name: 'doc_type', heading: 'TYPE', of: (one) => one.tipoDte },
  { name: 'control_number', heading: 'NUMBER', of: (one) => one.numeroControl },
  { name: 'generation_code', heading: 'CODE', of: (one) => one.codigoGeneracion },
  { name: 'issued_on', heading: 'DAY', of: (one) => fiscalTime(one.issuedMs).fecEmi },
  { name: 'stamp_here', heading: 'SEAL HERE', of: (one) => one.selloHere },
  { name: 'stamp_there', heading: 'SEAL THERE', of: (one) => one.selloThere },
];

function toldOf(one: FoundDifference): Readonly<Record<string, string | null>> {
  return Object.fromEntries(COLUMNS.map(({ name, of }) => [name, of(one)]));
}

async function* rowsOf(all: readonly FoundDifference[]): AsyncGenerator<readonly Cell[]> {
  yield ['list', ...COLUMNS.map(({ name }) => name)];
  for (const one of all) yield [LIST_OF[one.reason], ...COLUMNS.map(({ of }) => of(one))];
}
