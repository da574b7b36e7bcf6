import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll } from 'vitest';
import { companyFileOf } from '../../src/core/company/company-file-of.ts';
import type {
  Claim,
  ClaimRequest,
  DocumentRecord,
  HeldDocument,
  PreparedDocument,
} from '../../src/operations/documents/ports.ts';
import { type Client, createPool, type Pool } from '../../src/storage/connection/pool.ts';
import { passOf } from './citus.ts';
import { createDatabase, type DatabaseName } from './database.ts';
import { freshCodes } from './document-codes.ts';
import { exampleCompany } from './example-company.ts';
import { establishmentOf, idOf, pointOfSaleOf, refOf } from './identifiers.ts';
import { type RunSql, runSqlOn } from './superuser.ts';

/** A database of a test file's own with what looks at it from all sides. */
export interface StorageBench {
  readonly url: string;
  /** Acts as the service, as a node does. */
  readonly pool: Pool;
  /** Acts as the operator. */
  readonly operator: Pool;
  /** Runs as the superuser, past row-level security. */
  readonly asSuperuser: RunSql;
  /** Another pool of the service, as another node has one. */
  anotherPool(connections?: number): Pool;
  /** A company of its own; tests of one file do not see each other's numbers. */
  addCompany(): Promise<string>;
  drop(): Promise<void>;
}

const ADD_PASS = `INSERT INTO passes (scope, sha256) VALUES ($1, sha256(convert_to($2, 'UTF8')))`;

/** Opens a bench, which its caller drops. */
export async function openStorageBench(name: DatabaseName): Promise<StorageBench> {
  const database = await createDatabase(name);
  const { url } = database;
  const superuser = new pg.Pool({ connectionString: url, max: 2 });
  superuser.on('error', () => undefined);
  const pools: Pool[] = [];
  const open = (role: 'sello_service' | 'sello_operator', connections: number) => {
    // The servers that Citus asks do not see who has logged in.
    const proof = name.startsWith('Citus') ? { passOf } : {};
    const pool = createPool(role, { databaseUrl: url, connections, onIdleError: () => undefined, ...proof });
    pools.push(pool);
    return pool;
  };
  return {
    url,
    pool: open('sello_service', 4),
    operator: open('sello_operator', 4),
    anotherPool: (connections = 4) => open('sello_service', connections),
    asSuperuser: runSqlOn(superuser),
    async addCompany() {
      const companyId = randomUUID();
      const company = exampleCompany({ slug: `c-${companyId.slice(0, 13)}` });
      await superuser.query(
        `INSERT INTO companies (company_id, slug, environment, profile) VALUES ($1, $2, $3, $4)`,
        [companyId, company.slug, company.ambiente, JSON.stringify(companyFileOf(company))],
      );
      if (name.startsWith('Citus'))
        await superuser.query(ADD_PASS, [companyId, `${companyId} ${passOf(companyId)}`]);
      return companyId;
    },
    async drop() {
      await Promise.all([...pools, superuser].map((pool) => pool.end()));
      await database.drop();
    },
  };
}

/** A bench that the tests of a suite share: it opens before the first of them and is dropped behind the last. */
export function sharedBench(name: DatabaseName): StorageBench {
  const bench: StorageBench = Object.create(null);
  beforeAll(async () => {
    Object.assign(bench, await openStorageBench(name));
  });
  afterAll(() => bench.drop());
  return bench;
}

/** The same pool, with every connection of it shown to `meet` before its first use. */
export function withClients(pool: Pool, meet: (client: Client) => void): Pool {
  const met = new WeakSet<Client>();
  return {
    ...pool,
    async connect() {
      const client = await pool.connect();
      if (!met.has(client)) meet(client);
      met.add(client);
      return client;
    },
  };
}

/** A prepared document of a fictitious sale; equal names make equal payloads. */
export function preparedDocument(changes: Partial<PreparedDocument> = {}): PreparedDocument {
  const payload = changes.payload ?? '{"total":"11.30"}';
  return {
    tipoDte: '01',
    ambiente: '00',
    generation: 'v2',
    establishment: establishmentOf('M001'),
    pointOfSale: pointOfSaleOf('P001'),
    draft: JSON.stringify({ emisor: { nombre: 'Tienda Ejemplo' }, payload }),
    summary: {
      customerName: 'Consumidor Final',
      amountTaxable: '10.00',
      amountVat: '1.30',
      amountGross: '11.30',
      amountRetention: '0.00',
      amountTotal: '11.30',
    },
    payload,
    adjusts: null,
    ...changes,
  };
}

/** A claim of a new reference, with what the test changes. */
export function claimRequest(
  companyId: string,
  changes: Partial<Omit<ClaimRequest, 'companyId' | 'prepared'>> & {
    readonly prepared?: Partial<PreparedDocument>;
  } = {},
): ClaimRequest {
  const { prepared, ...others } = changes;
  return {
    companyId,
    externalRef: refOf(`ref-${randomUUID()}`),
    seriesMode: 'centralized',
    documentId: idOf(randomUUID()),
    codigoGeneracion: freshCodes(),
    leaseMs: 20_000,
    waited: false,
    ...others,
    prepared: preparedDocument(prepared),
  };
}

/** The document of a claim that must have got it. */
export function heldOf(claim: Claim): HeldDocument {
  if (claim.kind !== 'held') throw new Error(`expected a held document, got ${claim.kind}`);
  return claim.document;
}

/** What must be there. */
export function present<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Error('expected something, got nothing');
  return value;
}

/** The correlative at the end of a control number. */
export function correlativeOf(record: Pick<DocumentRecord, 'numeroControl'>): number {
  return Number(record.numeroControl.slice(-15));
}

/** The numbers 1..count. */
export function upTo(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}
