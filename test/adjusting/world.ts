import { contextOf, storesOn } from '../../src/compose/context.ts';
import { companyFileOf } from '../../src/core/company/company-file-of.ts';
import { issueDocument } from '../../src/operations/documents/issue-document.ts';
import type { IssuingCompany } from '../../src/operations/documents/issuing-context.ts';
import type { Clock } from '../../src/operations/documents/ports.ts';
import type { WorkContext } from '../../src/operations/documents/revalidate-document.ts';
import type { CancellingContext } from '../../src/operations/invalidations/invalidate-document.ts';
import type { InvalidationWorkContext } from '../../src/operations/invalidations/resume-invalidation.ts';
import type { Pool } from '../../src/storage/connection/pool.ts';
import { INVALIDATION } from '../support/cancelling.ts';
import { exampleCompany } from '../support/example-company.ts';
import { exampleLine, exampleOrder } from '../support/example-order.ts';
import { exampleContribuyente } from '../support/example-parties.ts';
import { refOf } from '../support/identifiers.ts';
import { countingSigner, NOBODY } from '../support/issuing-bench.ts';
import { present, type StorageBench } from '../support/storage-bench.ts';
import { type FatedAuthority, fatedAuthority } from './authority.ts';
import { type Book, openBook } from './book.ts';
import { CCFS } from './schedules.ts';

/** Everything that a node does with CCF, notes and invalidations. */
export type NodeContext = CancellingContext & WorkContext & InvalidationWorkContext;

/** What two nodes share and what is their own; companies of many worlds live in it beside each other. */
export interface Arena {
  readonly storage: StorageBench;
  /** One for each node. */
  readonly pools: readonly Pool[];
  /** What every node uses in the place of its own ports. */
  readonly ports?: ((node: NodeContext) => Partial<NodeContext>) | undefined;
}

/** A fresh company with its authority, and two CCF of 11.30 each, 4.52 of them exempt, stamped in the morning of 19 March 2026. */
export interface World {
  readonly storage: StorageBench;
  readonly issuer: IssuingCompany;
  readonly book: Book;
  readonly authority: FatedAuthority;
  readonly nodes: readonly NodeContext[];
  /** Identifier of the first CCF. */
  readonly firstCcf: string;
  now(): number;
  travel(days: number): void;
}

const MORNING_MS = Date.UTC(2026, 2, 19, 16);
const DAY_MS = 86_400_000;
const TIMES = { callTimeoutMs: 200, requestBudgetMs: 1_200, quarantineMs: 900_000 };

export async function openWorld({ storage, pools, ports = () => ({}) }: Arena): Promise<World> {
  const companyId = await storage.addCompany();
  const company = exampleCompany({ slug: `c-${companyId.slice(0, 13)}`, ...INVALIDATION });
  await storage.asSuperuser('UPDATE companies SET profile = $2 WHERE company_id = $1', [
    companyId,
    JSON.stringify(companyFileOf(company)),
  ]);
  let shiftMs = MORNING_MS - Date.now();
  const clock: Clock = {
    now: () => Date.now() + shiftMs,
    monotonic: () => performance.now(),
    sleep: (delayMs) => new Promise((resolve) => setTimeout(resolve, delayMs)),
  };
  const book = openBook();
  const authority = fatedAuthority(book, clock);
  const issuer = { companyId, company };
  const nodes = pools.map((pool) => {
    const node = nodeOn(pool, { clock, authority });
    return { ...node, ...ports(node) };
  });
  const firstCcf = await sellCcfs(present(nodes[0]), issuer);
  return {
    storage,
    issuer,
    book,
    authority,
    nodes,
    firstCcf,
    now: clock.now,
    travel: (days) => {
      shiftMs += days * DAY_MS;
    },
  };
}

/** The breaker is told of nothing, so that every request tries. */
function nodeOn(
  pool: Pool,
  { clock, authority }: { readonly clock: Clock; readonly authority: FatedAuthority },
): NodeContext {
  const context = contextOf(storesOn(pool, clock), {
    ...NOBODY,
    clock,
    authority,
    invalidationAuthority: authority,
    times: TIMES,
    signer: countingSigner(),
    log: { warn: () => undefined },
  });
  const payloadOf = (jws: string) => jws.replace(/^signature \d+ of /, '');
  return { ...context, authority, invalidationAuthority: authority, payloadOf };
}

async function sellCcfs(node: NodeContext, issuer: IssuingCompany): Promise<string> {
  const lines = [exampleLine({ quantity: 6 }), exampleLine({ quantity: 4, saleType: 'exempt' })];
  const order = exampleOrder({ tipoDte: '03', customer: exampleContribuyente(), lines });
  const sold = CCFS.map((externalRef) =>
    issueDocument(node, { issuer, externalRef: refOf(externalRef), order }),
  );
  const [first] = await Promise.all(sold);
  if (first?.kind !== 'issued') throw new Error(`no CCF: ${JSON.stringify(first)}`);
  return first.record.documentId;
}
