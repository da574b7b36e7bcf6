import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { show, table } from '../figures/markdown.ts';
import { openExplained } from '../growth/plans.ts';
import { companyOf, fillCompany } from '../listing/fill.ts';
import { type Asked, SELECTIONS } from '../listing/selections.ts';
import { atMost, type Goal, type Report, type Run, type Section } from '../report.ts';
import { type BenchPostgres, startPostgres } from '../rig/postgres.ts';
import { processorOf } from '../rig/processor.ts';

/** What a page of a list takes of the database. */
export const list: Section = {
  name: 'list',
  asks: 'What does a page of a list take of the database with two million documents of one company, and of 500?',
  run: measureLists,
};

const MILLIONS = 2_000_000;
const COMPANIES = 500;
const TIMES = 40;
const PAGE = 50;
const PAGE_MS = 5;

async function measureLists({ isShort, tell, folder }: Run): Promise<Report> {
  const documents = isShort ? 20_000 : MILLIONS;
  const companies = isShort ? 5 : COMPANIES;
  const place = mkdtempSync(join(tmpdir(), 'sello-list-'));
  const postgres = await startPostgres(place);
  try {
    tell(`list: ${documents} documents of one company`);
    const searchMs = await fillCompany(postgres, 1, documents);
    const alone = await measureAll(postgres, 1, documents);
    const days = await measureDays(postgres);
    tell(`list: as many of ${companies} companies`);
    for (let number = 2; number <= companies + 1; number += 1)
      await fillCompany(postgres, number, documents / companies);
    const large = await measureAll(postgres, 1, documents);
    const small = await measureAll(postgres, Math.ceil(companies / 2), documents / companies);
    writeFileSync(join(folder, 'list-plans.md'), await plansOf(postgres, documents));
    return {
      goals: [
        ...[alone, large, small].flatMap((figures) => figures.map(goalOf)),
        ...days.map(({ says, processorMs }) =>
          atMost(`sums of ${says}: ms of the database`, processorMs, DAYS_MS),
        ),
      ],
      text: [
        `Pages of ${PAGE} documents with all that a status shows, as one call of \`list_documents\`: median of ${TIMES} by the clock, with the way there and back, and the processor of the server process. Taking a thousand documents up in the search took ${show(searchMs)} ms.`,
        `The first company alone, with ${documents.toLocaleString('en')} documents:`,
        figureTable(alone),
        `The same beside ${companies} companies that have as many together:`,
        figureTable(large),
        `One of those, with ${(documents / companies).toLocaleString('en')}:`,
        figureTable(small),
        'The sums of days of the first company, as one call of `sum_days`:',
        table(
          ['days', 'ms of the processor'],
          days.map(({ says, processorMs }) => [says, show(processorMs)]),
        ),
        'Sizes:',
        await sizes(postgres),
      ],
      plots: {},
    };
  } finally {
    await postgres.close();
    rmSync(place, { recursive: true });
  }
}

const DAYS_MS = 40;
const DAYS = [
  { says: 'the last 30 days', since: 29 },
  { says: 'all days', since: 10_000 },
];

/** What a company's days come to. */
async function measureDays(postgres: BenchPostgres) {
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  const { rows: own } = await client.query<{ readonly pid: number }>('SELECT pg_backend_pid() AS pid');
  const pid = own[0]?.pid ?? 0;
  const figures: { readonly says: string; readonly processorMs: number }[] = [];
  for (const { says, since } of DAYS) {
    const statement = {
      name: 'sum-days',
      text: `SELECT sum_days($1, '00', local_day(now()) - $2::integer, local_day(now()), 10000)`,
      values: [companyOf(1), since],
    };
    for (let turn = 0; turn < 5; turn += 1) await client.query(statement);
    const before = processorOf(pid);
    for (let turn = 0; turn < TIMES; turn += 1) await client.query(statement);
    figures.push({ says, processorMs: (processorOf(pid) - before) / TIMES });
  }
  await client.end();
  return figures;
}

interface Figure {
  readonly asked: Asked;
  readonly clockMs: number;
  readonly processorMs: number;
  readonly documents: number;
}

async function measureAll(
  postgres: BenchPostgres,
  company: number,
  documents: number,
): Promise<readonly Figure[]> {
  await postgres.sql('VACUUM ANALYZE');
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  const figures: Figure[] = [];
  for (const asked of SELECTIONS) figures.push(await measure(client, asked, { company, documents }));
  await client.end();
  return figures;
}

const LIST = `SELECT list_documents($1, $2, $3, $4, true, ${PAGE}, true, true) AS page`;

interface Place {
  readonly company: number;
  readonly documents: number;
}

async function statementFor(client: pg.ClientBase, asked: Asked, { company, documents }: Place) {
  const id = companyOf(company);
  const filter = JSON.stringify({ environment: '00', ...asked.filter });
  const { rows: keys } = await client.query<{ readonly us: string; readonly id: string }>(
    `SELECT (extract(epoch FROM posted_at) * 1000000)::bigint::text AS us, document_id AS id FROM document_search
     WHERE company_id = $1 AND position = $2`,
    [id, documents - Math.min(asked.deep ?? 0, Math.floor(documents / 2)) + 1],
  );
  const values = [id, filter, keys[0]?.us ?? null, keys[0]?.id ?? null];
  return { name: 'list', text: LIST, values };
}

async function measure(client: pg.Client, asked: Asked, place: Place): Promise<Figure> {
  const statement = await statementFor(client, asked, place);
  const { rows: first } = await client.query<{ readonly page: { readonly documents: readonly unknown[] } }>(
    statement,
  );
  for (let turn = 0; turn < 5; turn += 1) await client.query(statement);
  const { rows: own } = await client.query<{ readonly pid: number }>('SELECT pg_backend_pid() AS pid');
  const pid = own[0]?.pid ?? 0;
  const before = processorOf(pid);
  const clocks: number[] = [];
  for (let turn = 0; turn < TIMES; turn += 1) {
    const beganMs = performance.now();
    await client.query(statement);
    clocks.push(performance.now() - beganMs);
  }
  clocks.sort((a, b) => a - b);
  return {
    asked,
    clockMs: clocks[TIMES / 2] ?? 0,
    processorMs: (processorOf(pid) - before) / TIMES,
    documents: first[0]?.page.documents.length ?? 0,
  };
}

function goalOf({ asked, processorMs }: Figure): Goal {
  return atMost(`list, ${asked.says}: ms of the database`, processorMs, asked.mostMs ?? PAGE_MS);
}

function figureTable(figures: readonly Figure[]): string {
  return table(
    ['asked for', 'documents of the page', 'ms, median', 'ms of the processor'],
    figures.map(({ asked, documents, clockMs, processorMs }) => [
      asked.says,
      String(documents),
      show(clockMs),
      show(processorMs),
    ]),
  );
}

const EXPLAINED = ['all', 'all, page 10,000', 'type 14, far back', 'name part: elaya won'];

/** How the database goes about the statements that the function runs for some of the pages. */
async function plansOf(postgres: BenchPostgres, documents: number): Promise<string> {
  const explained = await openExplained(postgres, 'sello_service');
  const client = await explained.connect();
  const blocks: string[] = [];
  for (const asked of SELECTIONS.filter(({ says }) => EXPLAINED.includes(says))) {
    const statement = await statementFor(client, asked, { company: 1, documents });
    const plans = await explained.explain(asked.says, () => client.query(statement));
    const texts = [...firstOfEach(plans).values()].map((plan) => `${plan.statement}\n${plan.text}`);
    blocks.push(`## ${asked.says}\n\n\`\`\`\n${texts.join('\n\n')}\n\`\`\``);
  }
  client.release();
  await explained.end();
  return `# The plans of lists\n\n${blocks.join('\n\n')}\n`;
}

/** A page has the plan of what shows one document fifty times. */
function firstOfEach<Plan extends { readonly statement: string }>(
  plans: readonly Plan[],
): ReadonlyMap<string, Plan> {
  return new Map(plans.toReversed().map((plan) => [plan.statement, plan]));
}

async function sizes(postgres: BenchPostgres): Promise<string> {
  const rows = await postgres.sql(
    `SELECT relname, pg_size_pretty(pg_relation_size(oid)) AS size FROM pg_class
     WHERE relname ~ '^(document_search|document_postings|documents_issued|documents$)' AND relkind IN ('r', 'i')
     ORDER BY relname`,
  );
  return table(
    ['table or index', 'size'],
    rows.map(({ relname, size }) => [String(relname), String(size)]),
  );
}
