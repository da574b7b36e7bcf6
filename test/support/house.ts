import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { type Simulator, startSimulator } from '../../simulator/server.ts';
import type { RateLimits } from '../../src/operations/access/ports.ts';
import type { IssuingTimes } from '../../src/operations/documents/issuing-context.ts';
import type { Clock } from '../../src/operations/documents/ports.ts';
import { createPool, type DatabaseRole, type Pool } from '../../src/storage/connection/pool.ts';
import {
  freshMasterKey,
  type Node,
  type NodeOptions,
  openOffice,
  SYSTEM_CLOCK,
  startNode,
} from './composition.ts';
import { createDatabase, type DatabaseName, type TestDatabase } from './database.ts';
import { type CompanyOptions, openHouseCompany, type Resident } from './house-company.ts';
import { type Caller, callerOf, openConnections } from './http-caller.ts';
import { addServingLogin } from './serving-login.ts';
import { controlOf, type SimulatorControl } from './simulator-control.ts';
import { type RunSql, runSqlOn } from './superuser.ts';
import { makePlace, removePlace } from './temporary-place.ts';

/** How a house is built, and what is replaced at every node of it. */
export interface HouseOptions extends NodeOptions {
  readonly database?: DatabaseName;
  /** A migrated database that outlives the house; else the house has one of its own. */
  readonly databaseUrl?: string;
  /** What that database was sealed with, if it was. */
  readonly masterKey?: string;
  readonly times?: Partial<IssuingTimes>;
  readonly clock?: Partial<Clock>;
  /** A simulator that runs already; else the house has one of its own. */
  readonly simulatorUrl?: string;
  /** What the first company is like. */
  readonly company?: CompanyOptions;
}

/** A company of the house with a caller that holds its key. */
export interface HouseCompany extends Resident, Omit<Caller, 'key'> {
  /** A caller with a key of its own. */
  withKey(limits?: RateLimits): Promise<Caller>;
  /** The same key at another node. */
  at(node: Node): Caller;
}

/** Everything that issues a document, from the HTTP interface to the authority, in one process. */
export interface House {
  readonly databaseUrl: string;
  /** As `freshMasterKey` makes it. */
  readonly masterKey: string;
  readonly times: IssuingTimes;
  /** Where the simulated authority of its nodes answers. */
  readonly haciendaUrl: string;
  readonly authority: SimulatorControl;
  readonly node: Node;
  /** The first company. */
  readonly company: HouseCompany;
  addCompany(options?: CompanyOptions): Promise<HouseCompany>;
  /** Somebody who calls the first node, or another, with this key or with none. */
  caller(key: string | null, at?: Node): Caller;
  /** Connections of the service or of the operator beside those of the nodes; opened once, closed with the house. */
  poolOf(role: DatabaseRole): Pool;
  /** One statement as the superuser, past row-level security. */
  readonly sql: RunSql;
}

/** A house for whose life its opener decides. */
export interface OwnHouse extends House {
  /** Another node on the same database. */
  addNode(): Promise<Node>;
  close(): Promise<void>;
}

const TIMES: IssuingTimes = { callTimeoutMs: 3_000, requestBudgetMs: 10_000, quarantineMs: 900_000 };

/** Builds a house, which its caller closes. */
export async function openHouse(options: HouseOptions = {}): Promise<OwnHouse> {
  const masterKey = options.masterKey ?? freshMasterKey();
  const times = { ...TIMES, ...options.times };
  const clock = { ...SYSTEM_CLOCK, ...options.clock };
  const [database, simulator] = await Promise.all([
    openDatabase(options),
    openSimulator(clock, options.simulatorUrl),
  ]);
  const databaseUrl = database.url;
  const haciendaUrl = simulator.url;
  const authority = controlOf(simulator.url);
  const [office, login] = await Promise.all([
    openOffice(databaseUrl, masterKey),
    addServingLogin(databaseUrl),
  ]);
  const connections = openConnections();
  const pools = poolsOn(databaseUrl);
  const nodes: Node[] = [];
  const addNode = async (): Promise<Node> => {
    const node = await startNode({
      ...options,
      databaseUrl,
      servingUrl: login.url,
      haciendaUrl,
      masterKey,
      times,
      clock,
    });
    nodes.push(node);
    return node;
  };
  const node = await addNode();
  const addCompany = async (changes: CompanyOptions = {}): Promise<HouseCompany> => {
    const resident = await openHouseCompany({ office, authority, clock }, changes);
    const at = (there: Node) => callerOf(connections, there.url, resident.key);
    const withKey = async (limits?: RateLimits) =>
      callerOf(connections, node.url, (await resident.addKey(limits)).key);
    return { ...at(node), ...resident, at, withKey };
  };
  return {
    databaseUrl,
    masterKey,
    times,
    haciendaUrl,
    authority,
    node,
    addCompany,
    addNode,
    company: await addCompany(options.company),
    caller: (key, there = node) => callerOf(connections, there.url, key),
    poolOf: pools.of,
    sql: pools.sql,
    async close() {
      await Promise.all([connections.close(), ...nodes.map((one) => one.close())]);
      await Promise.all([pools.close(), office.close(), simulator.close()]);
      await login.drop();
      await database.drop();
    },
  };
}

/**
 * A house for the tests of a file or of a suite alone, where they replace parts of it or change it for whoever comes next: it
 * opens before the first of them and closes behind the last, and after each of them the authority behaves again.
 */
export function ownHouse(options: HouseOptions = {}): OwnHouse {
  const house: OwnHouse = Object.create(null);
  beforeAll(async () => {
    Object.assign(house, await openHouse(options));
  });
  afterEach(() => house.authority.behave());
  afterAll(() => house.close());
  return house;
}

/** Connections of a test to the database of its house. */
function poolsOn(databaseUrl: string) {
  const superuser = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  superuser.on('error', () => undefined);
  const pools = new Map<DatabaseRole, Pool>();
  const open = (role: DatabaseRole): Pool => {
    const pool = createPool(role, { databaseUrl, connections: 2, onIdleError: () => undefined });
    pools.set(role, pool);
    return pool;
  };
  return {
    of: (role: DatabaseRole) => pools.get(role) ?? open(role),
    sql: runSqlOn(superuser),
    close: () => Promise.all([superuser, ...pools.values()].map((pool) => pool.end())),
  };
}

async function openDatabase({ databaseUrl, database }: HouseOptions): Promise<TestDatabase> {
  if (databaseUrl !== undefined) return { url: databaseUrl, drop: async () => undefined };
  return createDatabase(database ?? 'PostgreSQL 18');
}

async function openSimulator(
  { now }: Clock,
  running: string | undefined,
): Promise<Pick<Simulator, 'url' | 'close'>> {
  if (running !== undefined) return { url: running, close: async () => undefined };
  const place = makePlace(0o700);
  const simulator = await startSimulator({ stateFile: join(place, 'state.jsonl'), now });
  const close = async () => {
    await simulator.close();
    removePlace(place);
  };
  return { url: simulator.url, close };
}
