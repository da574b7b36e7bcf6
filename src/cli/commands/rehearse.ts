import { writeFile } from 'node:fs/promises';
import { parseCivilDate } from '../../core/calendar/el-salvador-time.ts';
import type { SchemaGeneration } from '../../core/dte/kinds.ts';
import { completionSheet } from '../../core/rehearsing/completion-sheet.ts';
import { totalOf } from '../../core/rehearsing/report.ts';
import type { Rehearsal } from '../../operations/rehearsals/ports.ts';
import type { EndedRehearsal } from '../../operations/rehearsals/run-rehearsal.ts';
import type { Answer, Command, Invocation } from '../command.ts';
import { CommandFailure, UsageFailure } from '../failure.ts';
import { findCompany, unlock, withInstallation } from '../installation.ts';
import { tableLines } from '../table.ts';

export const rehearse: Command = {
  name: 'rehearse',
  places: ['COMPANY'],
  options: { generation: 'v1|v2', since: 'DATE', csv: 'FILE' },
  summary:
    'Build what a company has issued in the other generation (v2 unless given), without issuing anything, and say what would not survive. Writes the customers and products to be completed into a CSV file. Ends with 1 where a document is impossible.',
  async run(invocation, { program, say }) {
    const [slug = ''] = invocation.places;
    const generation = generationIn(invocation);
    const since = sinceIn(invocation);
    const ended = await withInstallation(program(), async (installation) => {
      const { companyId, company } = await findCompany(installation.office, slug);
      const { rehearse: run } = await unlock(program(), installation);
      const request = { ambiente: company.ambiente, generation, since };
      return run(companyId, { request, told: progressBy(say) });
    });
    if (ended.kind === 'refused') throw new CommandFailure(ended.code, ended.detail);
    if (ended.rehearsal.state === 'failed')
      throw new CommandFailure('rehearsal_failed', 'The rehearsal was given up: see the log of the nodes.');
    const path = invocation.options.get('csv') ?? null;
    if (path !== null) await writeFile(path, completionSheet(slug, ended.incomplete));
    return answerOf(ended, path);
  },
};

function generationIn({ options }: Invocation): SchemaGeneration {
  const text = options.get('generation') ?? 'v2';
  if (text === 'v1' || text === 'v2') return text;
  throw new UsageFailure(`--generation must be v1 or v2, not "${text}".`);
}

function sinceIn({ options }: Invocation): string | null {
  const text = options.get('since') ?? null;
  if (text === null || parseCivilDate(text) !== null) return text;
  throw new UsageFailure(`--since must be a day like 2026-11-01, not "${text}".`);
}

const TENTH = 0.1;

/** Says how far it is, each time that a tenth has come to it. */
function progressBy(say: (line: string) => void): (rehearsal: Rehearsal) => void {
  let next = TENTH;
  return ({ progress }) => {
    if (progress < next) return;
    next = progress + TENTH;
    say(`${Math.floor(progress * 100)} % looked at.`);
  };
}

function answerOf({ rehearsal, incomplete }: EndedRehearsal, path: string | null): Answer {
  const { report, generation, since } = rehearsal;
  const { fit, repaired, impossible } = totalOf(report);
  return {
    json: {
      rehearsal_id: rehearsal.rehearsalId,
      generation,
      since,
      fit,
      repaired,
      impossible,
      by_type: report.byType,
      causes: report.causes.map(({ docTypes, ...cause }) => ({ ...cause, doc_types: docTypes })),
      incomplete: incomplete.length,
      csv: path,
    },
    text: [
      `Documents in ${generation}: ${fit} fit, ${repaired} repaired by a default, ${impossible} impossible.`,
      ...(report.causes.length === 0 ? [] : tableLines(HEADINGS, report.causes.map(rowOf))),
      ...sheetLines(incomplete.length, path),
    ],
    exitCode: impossible === 0 ? 0 : 1,
  };
}

const HEADINGS = ['WHAT', 'DOCUMENTS', 'TYPES', 'CAUSE', 'FIELD', 'MESSAGE', 'FOR EXAMPLE'];

function rowOf(cause: Rehearsal['report']['causes'][number]): readonly string[] {
  const { kind, documents, docTypes, code, field, message, examples } = cause;
  return [kind, String(documents), docTypes.join(' '), code, field, message, examples[0] ?? ''];
}

function sheetLines(count: number, path: string | null): readonly string[] {
  if (count === 0) return [];
  return [
    path === null
      ? `Customers and products that could be completed: ${count}. --csv FILE writes them down.`
      : `Customers and products to be completed: ${count}, in ${path}. Fill in what you know and run "sello customers complete ${path}".`,
  ];
}
