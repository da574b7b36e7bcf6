import { toLocalIso } from '../../core/calendar/el-salvador-time.ts';
import { isChanged } from '../../core/declaring/annex-difference.ts';
import { centsCell } from '../../core/declaring/cents.ts';
import { periodText } from '../../core/declaring/period.ts';
import { listMonths } from '../../operations/declarations/close-month.ts';
import { monthDifference } from '../../operations/declarations/month-difference.ts';
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
  options: {},
  summary:
    'Compare a closed month with what its annexes would be now: rows that came, went or changed, and the sums before and after; exit code 1 where anything differs.',
  async run({ places: [slug = '', month = ''] }, { program }) {
    const period = periodOfText(month);
    const changes = await withInstallation(program(), async ({ office }) => {
      const { companyId, company } = await findCompany(office, slug);
      const of = { companyId, ambiente: company.ambiente, period };
      const [closing] = await office.months.closings(of);
      if (closing === undefined) throw new CommandFailure('closing_not_found', `${month} is not closed.`);
      return monthDifference(office, closing, of);
    });
    const told = changes.map(({ annex, added, removed, changed, sums }) => ({
      annex: annex.key,
      added,
      removed,
      changed,
      sums: sums.map(({ field, before, after }) => ({
        field,
        before: centsCell(before),
        after: centsCell(after),
      })),
    }));
    const text = told.flatMap(({ annex, added, removed, changed, sums }) => [
      `${annex}: ${added} rows added, ${removed} removed, ${changed} changed.`,
      ...sums
        .filter(({ before, after }) => before !== after)
        .map(({ field, before, after }) => `  ${field}: ${before} before, ${after} now`),
    ]);
    const differs = changes.some(isChanged);
    return { json: { month, differs, annexes: told }, text, exitCode: differs ? 1 : 0 };
  },
};
