import { randomUUID } from 'node:crypto';
import { toLocalIso } from '../../core/calendar/el-salvador-time.ts';
import { isChanged } from '../../core/declaring/annex-difference.ts';
import { annexAmount, centsCell } from '../../core/declaring/cents.ts';
import { periodText } from '../../core/declaring/period.ts';
import type { Cents } from '../../core/money/decimal.ts';
import { closeMonth, listMonths } from '../../operations/declarations/close-month.ts';
import { versionsAt } from '../../operations/declarations/closings.ts';
import {
  keptDifference,
  type MonthDifference,
  monthDifference,
} from '../../operations/declarations/month-difference.ts';
import type { CompanyMonth } from '../../operations/declarations/ports.ts';
import type { Answer, Call } from '../command.ts';
import { CommandFailure } from '../failure.ts';
import { orderIn, periodTyped } from '../month-options.ts';
import type { Office } from '../program.ts';
import { type Columns, tableLines } from '../shown.ts';

export async function f07Close({
  places: [, month = ''],
  options,
  program,
  openCompany,
}: Call): Promise<Answer> {
  const period = periodTyped(month);
  const { office, ...stored } = await openCompany();
  const order = await orderIn(options, office, stored, period);
  const closed = await closeMonth(
    { ...office, identity: randomUUID },
    { ...order, by: `operador ${program().deed.osUser}`, amends: options.has('amend') },
  );
  if (closed.kind === 'refused')
    throw new CommandFailure(
      closed.code,
      closed.code === 'month_closed' ? closedWords(month) : closed.detail,
    );
  const { closing, isNew } = closed;
  const files = closing.files.map(({ name, bytes, sha256 }) => ({ name, bytes, sha256 }));
  return {
    json: { month, version: closing.version, new: isNew, files },
    text: [
      isNew ? `Closed as version ${closing.version}.` : `Closed before as version ${closing.version}.`,
      ...files.map(({ name, bytes, sha256 }) => `${sha256}  ${name}  ${bytes} bytes`),
    ],
  };
}

/** The interface's own sentence names its field, and not what a terminal takes. */
function closedWords(month: string): string {
  return `${month} is closed: what was declared stays as it is. If something has changed since, close it again with --amend.`;
}

export async function f07Months({ openCompany }: Call): Promise<Answer> {
  const { office, companyId, company } = await openCompany();
  const standings = await listMonths(office, { companyId, ambiente: company.ambiente }, Date.now());
  const months = standings.map(({ period, state, closing, touched }) => ({
    month: periodText(period),
    state,
    version: closing?.version ?? 0,
    closed_at: closing === null ? null : toLocalIso(closing.closedMs),
    closed_by: closing?.by ?? null,
    touched,
  }));
  return {
    json: { months },
    text: tableLines(
      {
        MONTH: ({ month }) => month,
        STATE: ({ state }) => state,
        VERSION: ({ version }) => String(version),
        CLOSED: ({ closed_at }) => closed_at,
        TOUCHED: ({ touched }) => String(touched),
      },
      months,
    ),
  };
}

export async function f07Difference({ places: [, month = ''], options, openCompany }: Call): Promise<Answer> {
  const period = periodTyped(month);
  const version = options.get('version') ?? null;
  const { office, companyId, company } = await openCompany();
  const difference = await differenceIn(office, { companyId, ambiente: company.ambiente, period }, version);
  const differs = difference.annexes.some(isChanged);
  const json = { month, differs, ...differenceOf(difference) };
  return { json, text: differenceLines(json, version), exitCode: differs ? 1 : 0 };
}

async function differenceIn(
  office: Office,
  of: CompanyMonth,
  version: string | null,
): Promise<MonthDifference> {
  const month = periodText(of.period);
  const closings = await office.months.closings(of);
  const [closing] = closings;
  if (closing === undefined) throw new CommandFailure('closing_not_found', `${month} is not closed.`);
  if (version === null) return monthDifference(office, closing, of);
  const versions = versionsAt(closings, version);
  if (versions !== null) return keptDifference(office, versions, of);
  const why = `${month} has no closed version ${version} with another before it.`;
  throw new CommandFailure('closing_not_found', why);
}

/** Amounts are below zero where the form subtracts them. */
function differenceOf({ figures, documents, annexes }: MonthDifference) {
  return {
    figures: figures.map(({ box, label, before, after }) => ({ box, label, ...change(before, after) })),
    documents: documents.map(({ tipoDte, fecEmi, codigoGeneracion, name, event, effect }) => {
      const doc = { issued_on: fecEmi, doc_type: tipoDte, generation_code: codigoGeneracion };
      return { ...doc, name, event, effect: annexAmount(effect) };
    }),
    annexes: annexes.map(({ annex, added, removed, changed, sums }) => ({
      annex: annex.key,
      added,
      removed,
      changed,
      sums: sums.map(({ field, before, after, netBefore, netAfter }) => ({
        field,
        before: centsCell(before),
        after: centsCell(after),
        net: change(netBefore, netAfter),
      })),
    })),
  };
}

function change(before: Cents, after: Cents) {
  return { before: centsCell(before), after: centsCell(after), difference: centsCell(after - before) };
}

const UNCHANGED = centsCell(0n);

type Difference = ReturnType<typeof differenceOf>;

function differenceLines(
  { figures, documents, annexes }: Difference,
  version: string | null,
): readonly string[] {
  const moved = figures.filter(({ difference }) => difference !== UNCHANGED);
  const boxes: Columns<Difference['figures'][number]> = {
    BOX: ({ box }) => box,
    WHAT: ({ label }) => label,
    BEFORE: ({ before }) => before,
    [version === null ? 'NOW' : `VERSION ${version}`]: ({ after }) => after,
    DIFFERENCE: ({ difference }) => difference,
  };
  return [
    ...annexes.map(
      ({ annex, added, removed, changed }) =>
        `${annex}: ${added} rows added, ${removed} removed, ${changed} changed.`,
    ),
    ...(moved.length === 0 ? [] : tableLines(boxes, moved)),
    ...(documents.length === 0 ? [] : tableLines(DOCUMENTS, documents)),
  ];
}

const DOCUMENTS: Columns<Difference['documents'][number]> = {
  DATE: ({ issued_on }) => issued_on,
  TYPE: ({ doc_type }) => doc_type,
  'GENERATION CODE': ({ generation_code }) => generation_code,
  EFFECT: ({ effect }) => effect,
  'WHAT HAPPENED': ({ event }) => event,
  NAME: ({ name }) => name,
};
