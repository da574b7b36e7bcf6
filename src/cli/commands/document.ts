import type { Company } from '../../core/company/company.ts';
import type { Ambiente } from '../../core/dte/kinds.ts';
import { findLife, findView } from '../../operations/documents/find-document.ts';
import type { DocumentView } from '../../operations/documents/reading-ports.ts';
import type { AttemptOnRecord, LifeEvent } from '../../operations/life/ports.ts';
import { COLUMN_NAMES, type ColumnName, cellsOf } from '../../operations/listings/columns.ts';
import { tableOf, viewsOf } from '../../operations/listings/pages.ts';
import type { Cell, PageQuery } from '../../operations/listings/ports.ts';
import { readSelection, SELECTION_PARAMETERS } from '../../operations/listings/read-selection.ts';
import type { Answer, Call } from '../command.ts';
import { CommandFailure, UsageFailure } from '../failure.ts';
import { endingOf, writeNew } from '../files.ts';
import { type Columns, instantText, tableLines } from '../shown.ts';

const PARAMETERS = Object.keys(SELECTION_PARAMETERS);

const optionOf = (name: string) => name.replaceAll('_', '-');

/** Documents that are read at a time. */
const PAGE = 200;

/** What the options mean, page by page. Throws UsageFailure with the first that is wrong. */
function queryOf({ options }: Call, ambiente: Ambiente, newestFirst: boolean): PageQuery {
  const texts = Object.fromEntries(PARAMETERS.map((name) => [name, options.get(optionOf(name))]));
  const reading = readSelection(texts, ambiente);
  if (reading.kind === 'problems') {
    const [first] = reading.problems;
    throw new UsageFailure(`--${optionOf(first?.path ?? '')}: ${first?.message}`);
  }
  const { selection } = reading;
  return { selection, after: null, newestFirst, limit: PAGE, withStanding: true, withDelivery: false };
}

/** Every column of an exported table under its name. */
type Shown = Readonly<Record<string, string | null>>;

function shownOf(view: DocumentView): Shown {
  const cells = cellsOf(view, COLUMN_NAMES);
  return Object.fromEntries(COLUMN_NAMES.map((name, place) => [name, textOf(cells[place] ?? null)]));
}

function textOf(cell: Cell): string | null {
  return cell === null || typeof cell === 'string' ? cell : cell.amount;
}

const column = (name: ColumnName) => (document: Shown) => document[name] ?? null;
const LISTED: Columns<Shown> = {
  ISSUED: column('posted_date'),
  TYPE: column('doc_type'),
  'CONTROL NUMBER': column('control_number'),
  STATE: column('state'),
  TOTAL: column('amount_total'),
  CUSTOMER: column('customer_name'),
  REFERENCE: column('external_ref'),
};
const BY_DEFAULT = '50';
const MOST = 10_000;

export async function documentList(call: Call): Promise<Answer> {
  const limit = limitOf(call.options.get('limit') ?? BY_DEFAULT);
  const { office, companyId, company } = await call.openCompany();
  const query = queryOf(call, company.ambiente, true);
  const documents: Shown[] = [];
  for await (const view of viewsOf(office.lister, companyId, query))
    if (documents.push(shownOf(view)) === limit) break;
  return {
    json: { documents },
    text: tableLines(LISTED, documents, 'No document of the company is that.'),
  };
}

function limitOf(text: string): number {
  const limit = /^[1-9]\d{0,4}$/.test(text) ? Number(text) : MOST + 1;
  if (limit > MOST) throw new UsageFailure(`--limit must be a whole number from 1 to ${MOST}.`);
  return limit;
}

export async function documentShow({ places: [, idOrRef = ''], openCompany }: Call): Promise<Answer> {
  const { office, companyId, company } = await openCompany();
  const view = await findView(office.documents, companyId, { idOrRef, bytes: false });
  if (view === null) throw unknownDocument(company, idOrRef);
  const json = shownOf(view);
  return { json, text: tableLines(FIELDS, Object.entries(json)) };
}

const FIELDS: Columns<readonly [name: string, value: string | null]> = {
  FIELD: ([name]) => name,
  VALUE: ([, value]) => value,
};

function unknownDocument({ slug }: Company, idOrRef: string): CommandFailure {
  return new CommandFailure('unknown_document', `The company ${slug} has no document ${idOrRef}.`);
}

export async function documentEvents({ places: [, idOrRef = ''], openCompany }: Call): Promise<Answer> {
  const { office, companyId, company } = await openCompany();
  const life = await findLife(office.lives, companyId, idOrRef);
  if (life === null) throw unknownDocument(company, idOrRef);
  const attempts = await office.lives.attempts(companyId, life.documentId);
  return {
    json: {
      document_id: life.documentId,
      external_ref: life.externalRef,
      events: life.events.map(({ kind, atMs, detail }) => ({ event: kind, at: instantText(atMs), detail })),
      attempts: attempts.map(attemptJson),
    },
    text: [...tableLines(EVENTS, life.events), '', ...tableLines(ATTEMPTS, attempts)],
  };
}

const EVENTS: Columns<LifeEvent> = {
  WHEN: ({ atMs }) => instantText(atMs),
  WHAT: ({ kind }) => kind,
  DETAIL: ({ detail }) => JSON.stringify(detail),
};

const ATTEMPTS: Columns<AttemptOnRecord> = {
  ATTEMPT: ({ number }) => String(number),
  CODE: ({ codigoGeneracion }) => codigoGeneracion,
  OUTCOME: ({ outcome }) => outcome,
  SENDS: ({ sends }) => String(sends),
  'SHA-256': ({ sha256 }) => sha256,
  ANSWER: ({ answerStatus, answerBody }) =>
    answerStatus === null ? null : `${answerStatus} ${answerBody ?? ''}`,
};

function attemptJson(one: AttemptOnRecord) {
  return {
    attempt: one.number,
    generation_code: one.codigoGeneracion,
    outcome: one.outcome,
    sends: one.sends,
    sha256: one.sha256,
    sent_at: instantText(one.sentMs),
    answer_status: one.answerStatus,
    answer: one.answerBody,
  };
}

export async function documentExport(call: Call): Promise<Answer> {
  const [, file = ''] = call.places;
  const kind = endingOf(file, ['csv', 'xlsx']);
  const { office, companyId, company } = await call.openCompany();
  const query = queryOf(call, company.ambiente, false);
  // The heading is a row, too.
  let documents = -1;
  async function* rows(): AsyncGenerator<readonly Cell[]> {
    for await (const row of tableOf(office.lister, companyId, { query, columns: COLUMN_NAMES })) {
      documents += 1;
      yield row;
    }
  }
  await writeNew(file, office.writer[kind](rows()));
  return { json: { file, documents }, text: [`${documents} documents are in ${file}.`] };
}
