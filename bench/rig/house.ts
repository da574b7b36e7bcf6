import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freshMasterKey, type Office, openOffice, SYSTEM_CLOCK } from '../../test/support/composition.ts';
import { openHouseCompany, type Resident } from '../../test/support/house-company.ts';
import { makePlace, removePlace, tryToRemovePlace } from '../../test/support/temporary-place.ts';
import { type BenchPostgres, startPostgres } from './postgres.ts';
import { type Program, startProgram } from './program.ts';
import { type NodeOptions, type SelloNode, startSello } from './sello.ts';

/** Everything a measurement needs, each part in a process of its own. */
export interface BenchHouse {
  readonly place: string;
  readonly postgres: BenchPostgres;
  readonly authority: Program;
  readonly load: Program;
  readonly companies: readonly Resident[];
  startNode(options?: NodeOptions): Promise<SelloNode>;
  /** One more program beside those of the house. */
  start(name: string, env?: Readonly<Record<string, string>>): Promise<Program>;
  close(): Promise<void>;
}

/** Opens a house in an empty place of its own, which the close removes. Only companies with a certificate can issue. */
export async function openBenchHouse(
  companies: number,
  certificate: 'valid' | 'none' = 'valid',
): Promise<BenchHouse> {
  const place = makePlace(0o755);
  const abandon = () => tryToRemovePlace(place);
  process.once('exit', abandon);
  const [postgres, authority, load] = await Promise.all([
    startPostgres(join(place, 'postgres')),
    startProgram('authority'),
    startProgram('load'),
  ]);
  const masterKey = freshMasterKey();
  const masterKeyFile = join(place, 'master-key');
  await writeFile(masterKeyFile, `${masterKey}\n`, { mode: 0o600 });
  const office = await openOffice(postgres.url, masterKey);
  const residents = await openCompanies(office, companies, certificate);
  const nodes = new Set<SelloNode>();
  const programs = [authority, load];
  const logFile = join(place, 'sello.log');
  return {
    place,
    postgres,
    authority,
    load,
    companies: residents,
    async startNode(options) {
      const settings = { databaseUrl: postgres.url, haciendaUrl: authority.url, masterKeyFile, logFile };
      const node = await startSello({ ...settings, ...options });
      nodes.add(node);
      return node;
    },
    async start(name, env) {
      const program = await startProgram(name, env);
      programs.push(program);
      return program;
    },
    async close() {
      await Promise.all([...nodes].map((node) => node.end()));
      await Promise.all([...programs.map((program) => program.end()), office.close()]);
      await postgres.close();
      removePlace(place);
      process.off('exit', abandon);
    },
  };
}

/** The bench's authority lets everybody in. */
const EVERYBODY_IS_KNOWN = { register: async () => undefined };

async function openCompanies(
  office: Office,
  count: number,
  certificate: 'valid' | 'none',
): Promise<readonly Resident[]> {
  const companies: Resident[] = [];
  const surroundings = { office, authority: EVERYBODY_IS_KNOWN, clock: SYSTEM_CLOCK };
  while (companies.length < count) companies.push(await openHouseCompany(surroundings, { certificate }));
  return companies;
}
