import { toLocalIso } from '../../core/calendar/el-salvador-time.ts';
import { isChanged } from '../../core/declaring/annex-difference.ts';
import { annexAmount, centsCell } from '../../core/declaring/cents.ts';
import { periodText } from '../../core/declaring/period.ts';
import { listMonths } from '../../operations/declarations/close-month.ts';
import { versionsAt } from '../../operations/declarations/closings.ts';
import {
  keptDifference,
  type MonthDifference,
  monthDifference,
} from '../../operations/declarations/month-difference.ts';
import type { Command } from '../command.ts';
import { CommandFailure } from '../failure.ts';
import { findCompany, withInstallation } from '../installation.ts';
import { periodOfText } from '../period-option.ts';
import { tableLines } from '../table.ts';

export const f07Months: Command = {
  name: 'f07 months',
  places: ['COMPANY'],
  options: {},
  summary:
    'List the months of a company and how each stands: open, closed, or closed with documents that were sealed or invalidated afterwards.',
  async run({ places: [slug = ''] }, { program }) {
    const standings = await withInstallation(program(), async ({ office }) => {
      const { companyId, company } = await findCompany(office, slug);
      return listMonths(office, { companyId, ambiente: company.ambiente }, Date.now());
    });
    const months = standings.map(({ period, state, closing, touched }) => ({
      month: periodText(period),
      state,
      version: closing?.version ?? 0,
      closed_at: closing === null ? null : toLocalIso(closing.closedMs),
      closed_by: closing?.by ?? null,
      touched,
    }));
    const rows = months.map(({ month, state, version, closed_at, touched }) => [
      month,
      state,
      String(version),
      closed_at ?? '',
      String(touched),
    ]);
    return { json: { months }, text: tableLines(['MONTH', 'STATE', 'VERSION', 'CLOSED', 'TOUCHED'], rows) };
  },
};

export const f07Difference: Command = {
  name: 'f07 difference',
  places: ['COMPANY', 'MONTH'],
  options: { version: 'N' },
  summary:
    'Compare a closed month with what it would declare now: the boxes before and after, the documents by which they changed, and the rows of each annex; exit code 1 where anything differs. --version compares that closed version, from 2 on, with the one before it.',
  async run({ places: [slug = '', month = ''], options }, { program }) {
    const period = periodOfText(month);
    const version = options.get('version') ?? null;
    const difference = await withInstallation(program(), async ({ office }) => {
      const { companyId, company } = await findCompany(office, slug);
      const of = { companyId, ambiente: company.ambiente, period };
      const closings = await office.months.closings(of);
      const [closing] = closings;
      if (closing === undefined) throw new CommandFailure('closing_not_found', `${month} is not closed.`);
      if (version === null) return monthDifference(office, closing, of);
      const versions = versionsAt(closings, version);
      if (versions !== null) return keptDifference(office, versions, of);
      const why = `${month} has no closed version ${version} with another before it.`;
      throw new CommandFailure('closing_not_found', why);
    });
    const differs = difference.annexes.some(isChanged);
    const json = { month, differs, ...differenceOf(difference) };
    return { json, text: differenceLines(json, version), exitCode: differs ? 1 : 0 };
  },
};

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

function change(before: bigint, after: bigint) {
  return { before: centsCell(before), after: centsCell(after), difference: centsCell(after - before) };
}

const UNCHANGED = centsCell(0n);

function differenceLines(
  { figures, documents, annexes }: ReturnType<typeof differenceOf>,
  version: string | null,
): readonly string[] {
  const moved = figures.filter(({ difference }) => difference !== UNCHANGED);
  return [
    ...annexes.map(
      ({ annex, added, removed, changed }) =>
        `${annex}: ${added} rows added, ${removed} removed, ${changed} changed.`,
    ),
    ...(moved.length === 0
      ? []
      : tableLines(
          ['BOX', 'WHAT', 'BEFORE', version === null ? 'NOW' : `VERSION ${version}`, 'DIFFERENCE'],
          moved.map(({ box, label, before, after, difference }) => [
            box ?? '',
            label,
            before,
            after,
            difference,
          ]),
        )),
    ...(documents.length === 0
      ? []
      : tableLines(
          ['DATE', 'TYPE', 'GENERATION CODE', 'EFFECT', 'WHAT HAPPENED', 'NAME'],
          documents.map(({ issued_on, doc_type, generation_code, effect, event, name }) => [
            issued_on,
            doc_type,
            generation_code,
            effect,
            event,
            name ?? '',
          ]),
        )),
  ];
}
