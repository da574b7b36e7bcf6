import { writeFile } from 'node:fs/promises';
import { parseCivilDate, toLocalIso } from '../../core/calendar/el-salvador-time.ts';
import type { SchemaGeneration } from '../../core/dte/kinds.ts';
import { parseCompanySlug } from '../../core/identifiers/company-slug.ts';
import { completionSheet, readCompletionSheet } from '../../core/rehearsing/completion-sheet.ts';
import { type EventsOutlook, eventsOutlook } from '../../core/rehearsing/events-outlook.ts';
import { totalOf } from '../../core/rehearsing/report.ts';
import type { Rehearsal } from '../../operations/rehearsals/ports.ts';
import type { EndedRehearsal } from '../../operations/rehearsals/run-rehearsal.ts';
import type { Answer, Call } from '../command.ts';
import { CommandFailure, UsageFailure } from '../failure.ts';
import { faultyFile, readText } from '../files.ts';
import { findCompany, unlock } from '../installation.ts';
import { type Columns, tableLines } from '../shown.ts';

export async function rehearse(call: Call): Promise<Answer> {
  const generation = generationIn(call);
  const since = sinceIn(call);
  const { installation, companyId, company } = await call.openCompany();
  const { rehearse: run } = await unlock(installation);
  const request = { ambiente: company.ambiente, generation, since };
  const ended = await run(companyId, { request, told: progressBy(call.say) });
  if (ended.kind === 'refused') throw new CommandFailure(ended.code, ended.detail);
  if (ended.rehearsal.state === 'failed')
    throw new CommandFailure('rehearsal_failed', 'The rehearsal was given up: see the log of the nodes.');
  const path = call.options.get('csv') ?? null;
  if (path !== null) await writeFile(path, completionSheet(company.slug, ended.incomplete));
  return answerOf(ended, path, eventsOutlook(company, Date.now()));
}

function generationIn({ options }: Call): SchemaGeneration {
  const text = options.get('generation') ?? 'v2';
  if (text === 'v1' || text === 'v2') return text;
  throw new UsageFailure(`--generation must be v1 or v2, not "${text}".`);
}

function sinceIn({ options }: Call): string | null {
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

function answerOf(
  { rehearsal, incomplete }: EndedRehearsal,
  path: string | null,
  events: EventsOutlook,
): Answer {
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
      events: {
        generation: events.generation,
        contingency_version: events.contingencia,
        invalidation_version: events.invalidacion,
        next_generation: events.next?.generation ?? null,
        changes_at: events.next === null ? null : toLocalIso(events.next.fromMs),
      },
      csv: path,
    },
    text: [
      `Documents in ${generation}: ${fit} fit, ${repaired} repaired by a default, ${impossible} impossible.`,
      ...(report.causes.length === 0 ? [] : tableLines(COLUMNS, report.causes)),
      ...sheetLines(incomplete.length, path),
      ...eventsLines(events),
    ],
    exitCode: impossible === 0 ? 0 : 1,
  };
}

const COLUMNS: Columns<Rehearsal['report']['causes'][number]> = {
  WHAT: ({ kind }) => kind,
  DOCUMENTS: ({ documents }) => String(documents),
  TYPES: ({ docTypes }) => docTypes.join(' '),
  CAUSE: ({ code }) => code,
  FIELD: ({ field }) => field,
  MESSAGE: ({ message }) => message,
  'FOR EXAMPLE': ({ examples }) => examples[0] ?? null,
};

function sheetLines(count: number, path: string | null): readonly string[] {
  if (count === 0) return [];
  return [
    path === null
      ? `Customers and products that could be completed: ${count}. --csv FILE writes them down.`
      : `Customers and products to be completed: ${count}, in ${path}. Fill in what you know and run "sello customers complete ${path}".`,
  ];
}

/** A change of the documents is none of the events. */
function eventsLines({ generation, contingencia, invalidacion, next }: EventsOutlook): readonly string[] {
  const now = `Events are in ${generation} (contingencia ${contingencia}, invalidación ${invalidacion})`;
  const change = next === null ? '' : ` They change to ${next.generation} at ${toLocalIso(next.fromMs)}.`;
  return [
    generation === 'v2'
      ? `${now}, and stay so whatever the documents change to.${change}`
      : `${now}, whatever the documents change to.${change} In v2 they would name no receiver where the document names none, and let a credit note be invalidated for every cause: "events" in schema_generation decides.`,
  ];
}

const INVALID = 'invalid_sheet';

export async function customersComplete({ places: [path = ''], open }: Call): Promise<Answer> {
  const reading = readCompletionSheet(await readText(path));
  if (reading.kind === 'problems') throw faultyFile(INVALID, path, reading.problems);
  const { companies } = reading;
  const unknown = companies
    .filter(({ company }) => parseCompanySlug(company) === null)
    .map(({ company }) => ({ path: 'empresa', message: `${company} no es una empresa.` }));
  if (unknown.length > 0) throw faultyFile(INVALID, path, unknown);
  const { office } = await open();
  const found = [];
  for (const told of companies) found.push({ ...told, ...(await findCompany(office, told.company)) });
  for (const { companyId, customers, products } of found)
    await office.completions.tell(companyId, { customers, products });
  const told = companies.map(({ company, customers, products }) => ({
    company,
    customers: customers.length,
    products: products.length,
  }));
  return {
    json: { companies: told },
    text:
      told.length === 0
        ? [`Nothing is filled in in ${path}.`]
        : told.map(
            ({ company, customers, products }) =>
              `${company}: customers completed: ${customers}, products: ${products}; the next sales use it.`,
          ),
  };
}
