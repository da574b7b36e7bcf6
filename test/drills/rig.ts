import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LedgerRow } from '../../simulator/control/ledger-view.ts';
import type { ChildProgram } from '../support/child-program.ts';
import { freshMasterKey, openOffice, SYSTEM_CLOCK } from '../support/composition.ts';
import { openHouseCompany, type Resident } from '../support/house-company.ts';
import { controlOf, type SimulatorControl } from '../support/simulator-control.ts';
import { makePlace, removePlace, tryToRemovePlace } from '../support/temporary-place.ts';
import { type DrillPostgres, startPostgres } from './postgres.ts';
import {
  type DrillTimes,
  type NodePlace,
  runCommand,
  SELLO,
  type ServingProcess,
  startCommand,
  startNode,
  startSimulator,
} from './processes.ts';

/** Everything a drill needs, each part in a process of its own. */
export interface Rig {
  readonly postgres: DrillPostgres;
  readonly authority: SimulatorControl;
  readonly companies: readonly Resident[];
  /** One of them, by its place; throws where there are not so many. */
  company(place: number): Resident;
  /** A node of the service, on these ports where they are given; the rig ends it if it still runs at the close. */
  startNode(ports?: NodePlace): Promise<ServingProcess>;
  /** An empty folder that the close removes. */
  readonly place: string;
  /** Runs a command of the installation; answers the JSON that it prints. Rejects where it fails. */
  sello(args: readonly string[]): Promise<Readonly<Record<string, unknown>>>;
  /** Starts a command of the installation, which is ended by whoever started it. */
  start(args: readonly string[]): ChildProgram;
  /** Sets the misbehaviour by chance, in the words of the simulator's `PUT /_sim/faults`. */
  setFaults(faults: Readonly<Record<string, unknown>>): Promise<void>;
  ledger(): Promise<readonly LedgerRow[]>;
  close(): Promise<void>;
}

export interface RigOptions {
  readonly companies: number;
  /** What is otherwise in the files of the companies, by their position. */
  readonly files?: readonly Readonly<Record<string, unknown>>[];
  /** Further options of the simulator. */
  readonly simulator?: readonly string[];
  readonly times: DrillTimes;
  readonly main?: string | undefined;
  /** Starts the database, in this folder where it needs one, with the schema of this main program. */
  readonly database?: ((dataDir: string, main: string) => Promise<DrillPostgres>) | undefined;
  /** Settings of the nodes besides those of every drill. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** Opens a rig in an empty place of its own, which the close removes. */
export async function openRig({
  companies: wanted,
  files = [],
  simulator: more = [],
  times,
  main = SELLO,
  database = startPostgres,
  environment = {},
}: RigOptions): Promise<Rig> {
  const place = makePlace(0o755);
  const abandon = () => tryToRemovePlace(place);
  process.once('exit', abandon);
  const [postgres, simulator] = await Promise.all([
    database(join(place, 'postgres'), main),
    startSimulator(join(place, 'simulator.jsonl'), more),
  ]);
  const authority = controlOf(simulator.url);
  const masterKey = freshMasterKey();
  const masterKeyFile = join(place, 'master-key');
  await writeFile(masterKeyFile, `${masterKey}\n`, { mode: 0o600 });
  const companies = await openCompanies(
    { databaseUrl: postgres.url, masterKey, authority },
    Array.from({ length: wanted }, (_, position) => files[position] ?? {}),
  );
  const running = new Set<ServingProcess>([simulator]);
  const told = { ...postgres.environment, ...environment };
  const settings = { haciendaUrl: simulator.url, masterKeyFile, times, main, environment: told };
  const here = () => ({ ...settings, databaseUrl: postgres.url });
  return {
    postgres,
    authority,
    companies,
    company(place) {
      const found = companies[place];
      if (found === undefined) throw new Error('too few companies');
      return found;
    },
    async startNode(ports) {
      const node = await startNode({ ...here(), ...ports });
      running.add(node);
      return node;
    },
    place,
    sello: (args) => runCommand(args, here()),
    start: (args) => startCommand(args, here()),
    async setFaults(faults) {
      const body = JSON.stringify(faults);
      const response = await fetch(`${simulator.url}/_sim/faults`, { method: 'PUT', body });
      if (!response.ok) throw new Error(await response.text());
    },
    ledger: async () => (await Promise.all(companies.map(({ nit }) => authority.ledger(nit)))).flat(),
    async close() {
      await Promise.all([...running].map((one) => one.kill()));
      await postgres.close();
      removePlace(place);
      process.off('exit', abandon);
    },
  };
}

/** The office closes again, so that no connection of the drill's own stands in the way of a crash. */
async function openCompanies(
  {
    databaseUrl,
    masterKey,
    authority,
  }: {
    readonly databaseUrl: string;
    readonly masterKey: string;
    readonly authority: SimulatorControl;
  },
  files: readonly Readonly<Record<string, unknown>>[],
): Promise<readonly Resident[]> {
  const office = await openOffice(databaseUrl, masterKey);
  try {
    const companies: Resident[] = [];
    for (const file of files)
      companies.push(await openHouseCompany({ office, authority, clock: SYSTEM_CLOCK }, { file }));
    return companies;
  } finally {
    await office.close();
  }
}
