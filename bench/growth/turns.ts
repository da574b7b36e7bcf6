import type { BenchHouse } from '../rig/house.ts';
import { invoicesOf, type Target } from '../rig/load.ts';
import type { SelloNode } from '../rig/sello.ts';
import { type Speed, speedOf } from './speed.ts';

/** A database with a name for the reader, and the nodes on it. */
export interface Place {
  readonly name: string;
  readonly house: BenchHouse;
  readonly nodes: readonly SelloNode[];
}

/** Companies that issue at the same time. */
export const ISSUING = 50;
const CONNECTIONS = 64;
const READ_DOCUMENTS = 2_000;

export type Figures = ReadonlyMap<string, readonly Speed[]>;

/** Something that is measured again and again, by turns with the others. */
export interface Measure {
  readonly name: string;
  run(durationMs: number): Promise<Speed>;
}

/** Invoices of so many companies by turns, over all nodes. */
export function issuing({ name, house, nodes }: Place, companies = ISSUING): Measure {
  const callers = house.companies.slice(0, companies);
  // A connection stays with the node of its first target.
  const targets = callers.flatMap((caller) => nodes.flatMap(({ url }) => invoicesOf(url, [caller])));
  return {
    name: `${name}: invoices of ${callers.length} companies`,
    run: (durationMs) => speedOf(house, nodes, { targets, connections: CONNECTIONS, durationMs }),
  };
}

/** The status of documents that lie anywhere among all documents of these companies. */
export async function reading({ name, house, nodes }: Place, companies = ISSUING): Promise<Measure> {
  const callers = house.companies.slice(0, companies);
  const keys = new Map(callers.map(({ companyId, key }) => [companyId, key]));
  const rows = await house.postgres.sql(
    `SELECT company_id, document_id FROM documents WHERE company_id = ANY ($1) ORDER BY md5(document_id::text) LIMIT $2`,
    [[...keys.keys()], READ_DOCUMENTS],
  );
  const targets = rows.flatMap((row) =>
    nodes.map(({ url }): Target => {
      const key = keys.get(String(row['company_id'])) ?? '';
      return { url, key, method: 'GET', path: `/status/${String(row['document_id'])}` };
    }),
  );
  return {
    name: `${name}: status of ${callers.length} companies`,
    run: (durationMs) => speedOf(house, nodes, { targets, connections: CONNECTIONS, durationMs }),
  };
}

/** Everything once for its warm-up, and then turn by turn. */
export async function takeTurns(
  measures: readonly Measure[],
  {
    turns,
    durationMs,
    tell,
  }: { readonly turns: number; readonly durationMs: number; tell(line: string): void },
): Promise<Figures> {
  const figures = new Map<string, Speed[]>(measures.map(({ name }) => [name, []]));
  for (const { run } of measures) await run(durationMs / 2);
  for (let turn = 1; turn <= turns; turn += 1) {
    tell(`growth: turn ${turn}`);
    // In the other order every second time, so that nothing always follows the same.
    for (const { name, run } of turn % 2 === 0 ? measures.toReversed() : measures)
      figures.get(name)?.push(await run(durationMs));
  }
  return figures;
}
