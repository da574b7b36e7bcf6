import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import type { MasterKeyFile, Office, Program } from '../../src/cli/program.ts';
import { readSettings, type Settings } from '../../src/config/settings.ts';
import type { DatabaseFacts } from '../../src/operations/installation-ports.ts';
import type { CompanyPending, KeySummary, SecretsRegistry } from '../../src/operations/operator-ports.ts';
import { exampleCompany } from './example-company.ts';

export const STAND_IN_KEY: KeyObject = createSecretKey(randomBytes(32));

/** A database that is as it should be. */
export const GOOD_FACTS: DatabaseFacts = {
  version: '18.4',
  majorVersion: 18,
  unsafeSettings: [],
  timeZoneHolds: true,
  clockAheadMs: 0,
  pendingMigrations: [],
  foreignMigrations: [],
  loginNeeds: [],
  holdsSecrets: false,
};

type Setup = Awaited<ReturnType<SecretsRegistry['setup']>>;

/** What a stand-in program finds around it. */
export interface World {
  /** Of relative paths in the settings. */
  readonly folder: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly facts?: Partial<DatabaseFacts>;
  /** The environments of the companies `empresa-0`, `empresa-1`, ... */
  readonly companies?: readonly ('00' | '01')[];
  readonly keyFiles?: ReadonlyMap<string, MasterKeyFile>;
  readonly setup?: Setup;
  readonly pending?: CompanyPending;
  readonly keys?: readonly KeySummary[];
  /** What opening the database throws. */
  readonly failure?: Error;
}

export interface StandIn {
  readonly program: Program;
  /** What was done to it, in order. */
  readonly done: string[];
}

const MISSING: MasterKeyFile = { kind: 'refused', failure: 'missing', message: 'It does not exist.' };
const QUIET: CompanyPending = { putAside: { documents: 0, numbers: [] }, clocks: [] };
const EMPTY: Setup = { certificate: null, user: null, liveKeys: 0 };

export function standInProgram(world: World): StandIn {
  const done: string[] = [];
  const note = async (what: string) => {
    done.push(what);
  };
  const program: Program = {
    settings: settingsOf(world),
    version: '0',
    async openDatabase() {
      if (world.failure !== undefined) throw world.failure;
      return {
        url: 'postgres://here',
        lost: new Promise(() => undefined),
        close: () => note('close database'),
      };
    },
    databaseFacts: async () => ({ ...GOOD_FACTS, ...world.facts }),
    migrate: () => note('migrate'),
    openOffice: () => officeIn(world, note),
    createOperatorServer: neverNow,
    takeHold: never,
    readMasterKey: async (path) => world.keyFiles?.get(path) ?? MISSING,
    async createMasterKey(path) {
      await note(`create ${path}`);
      return { kind: 'created', key: STAND_IN_KEY };
    },
    makeCertificate: never,
  };
  return { program, done };
}

function settingsOf({ environment = {}, folder }: World): Settings {
  const reading = readSettings(environment, folder);
  if (reading.kind === 'problems') throw new Error(reading.problems.join());
  return reading.settings;
}

function officeIn(world: World, note: (what: string) => Promise<void>): Office {
  const stored = (world.companies ?? []).map((environment, index) => ({
    companyId: `c${index}`,
    company: exampleCompany({ environment, slug: `empresa-${index}` }),
  }));
  return {
    companies: {
      list: async () => stored,
      bySlug: async (slug) => stored.find(({ company }) => company.slug === slug) ?? null,
      apply: never,
    },
    keys: {
      create: never,
      list: async () => world.keys ?? [],
      rotate: never,
      setLimits: never,
      revoke: never,
    },
    pending: { read: async () => world.pending ?? QUIET },
    secrets: {
      ...{ addCertificate: never, setCredentials: never, setSmtpPassword: never },
      setup: async () => world.setup ?? EMPTY,
    },
    async unlock(key) {
      await note(key === STAND_IN_KEY ? 'unlock' : 'unlock with another key');
      const vault = {
        ...{ openCertificate: neverNow, sealAuthorityPassword: neverNow, sealSmtpPassword: neverNow },
        mintKey: neverNow,
      };
      return { vault, createServer: neverNow, createWorker: neverNow };
    },
    rewrapSecrets: never,
    close: () => note('close office'),
  };
}

async function never(): Promise<never> {
  throw new Error('not expected here');
}

function neverNow(): never {
  throw new Error('not expected here');
}
