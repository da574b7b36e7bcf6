import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import type { MasterKeyFile, Office, Program, Unlocked } from '../../src/cli/program.ts';
import { readSettings, type Settings } from '../../src/config/settings.ts';
import { EXPORT_WRITER } from '../../src/export/export-writer.ts';
import type { ArchiveReport } from '../../src/operations/archive/ports.ts';
import type { SignIn } from '../../src/operations/authority/ports.ts';
import type {
  CompanyPending,
  GivenUpNumber,
  KeySummary,
  NumberGap,
  SecretsRegistry,
} from '../../src/operations/companies/ports.ts';
import type { DeclarationReader, StampedDocument } from '../../src/operations/declarations/ports.ts';
import type { MailTrial } from '../../src/operations/deliveries/ports.ts';
import type { DocumentView } from '../../src/operations/documents/reading-ports.ts';
import type { Distribution, SpreadFacts } from '../../src/operations/installation/distribution-ports.ts';
import type { DatabaseFacts, Deed } from '../../src/operations/installation/ports.ts';
import type { AttemptOnRecord, DocumentLife } from '../../src/operations/life/ports.ts';
import type { PageQuery } from '../../src/operations/listings/ports.ts';
import type { Rehearsal } from '../../src/operations/rehearsals/ports.ts';
import type { User } from '../../src/operations/users/ports.ts';
import { createSheetPress } from '../../src/paper/book/sheet-press.ts';
import { exampleCompany } from './example-company.ts';
import { slugOf } from './identifiers.ts';
import { NO_USERS } from './no-users.ts';
import { nothingBut } from './nothing-but.ts';
import { NOTHING_PENDING } from './nothing-pending.ts';

export const STAND_IN_KEY: KeyObject = createSecretKey(randomBytes(32));
/** The same as what opens the installation. */
const STAND_IN_KEYS = { kind: 'inside', master: STAND_IN_KEY, other: null } as const;

/** What the master key of a stand-in program opens. */
export async function unlockedBy(program: Program): Promise<Unlocked> {
  const office = await program.openOffice({ databaseUrl: '', servingUrl: '', operates: true });
  return office.unlock(STAND_IN_KEYS);
}

/** A database that is as it should be. */
export const GOOD_FACTS: DatabaseFacts = {
  version: '18.4',
  majorVersion: 18,
  unsafeSettings: [],
  commitsWait: true,
  timeZoneHolds: true,
  clockAheadMs: 0,
  pendingMigrations: [],
  foreignMigrations: [],
  loginNeeds: [],
  login: { name: 'sello', operates: true, excesses: [] },
  holdsSecrets: false,
  isSpread: false,
  pooler: 'none',
  isInTheClear: false,
};

export const STAND_IN_DEED: Deed = {
  osUser: 'ana',
  sudoUser: null,
  host: 'here',
  sshAddress: null,
  command: 'test',
  arguments: { places: [], options: {} },
};

type Setup = Awaited<ReturnType<SecretsRegistry['setup']>>;

/** What a stand-in program finds around it. */
export interface World {
  /** Where relative paths in the settings begin; nowhere, unless given. */
  readonly folder?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly facts?: Partial<DatabaseFacts>;
  /** What spreading the database comes to; that nothing is left to do, unless given. */
  readonly distribution?: Distribution;
  /** How the database is spread; it is on one server, unless given. */
  readonly spread?: SpreadFacts;
  /** What the database has forgotten. */
  readonly forgotten?: string;
  /** The environments of the companies `empresa-0`, `empresa-1`, ... */
  readonly companies?: readonly ('00' | '01')[];
  readonly keyFiles?: ReadonlyMap<string, MasterKeyFile>;
  readonly setup?: Partial<Setup>;
  readonly pending?: Partial<CompanyPending>;
  /** Changes to the file of each company. */
  readonly file?: Readonly<Record<string, unknown>>;
  /** What the authority answers to whoever signs in; that it is let in, unless given. */
  readonly signIn?: SignIn;
  /** Why the provider of the sign-in does not answer. */
  readonly providerSilence?: string | null;
  /** What every mail server answers to who tries it; that it is accepted, unless given. */
  readonly mail?: MailTrial;
  readonly keys?: readonly KeySummary[];
  readonly users?: readonly User[];
  /** Control numbers of each company that no document has. */
  readonly givenUp?: readonly GivenUpNumber[];
  readonly gaps?: readonly NumberGap[];
  /** The one document there is. */
  readonly life?: DocumentLife;
  readonly attempts?: readonly AttemptOnRecord[];
  /** Stamped documents of the asked month, of every company. */
  readonly stamped?: readonly StampedDocument[];
  /** The archive of closed months. */
  readonly months?: Office['months'];
  /** The documents of every company, one a page. */
  readonly views?: readonly DocumentView[];
  /** Is told of every page that is asked for. */
  readonly onPage?: (query: PageQuery) => void;
  /** The last one of each company that has ended. */
  readonly rehearsal?: Rehearsal;
  /** How documents are rehearsed. */
  readonly rehearse?: Unlocked['rehearse'];
  /** How a company is certified. */
  readonly certify?: Unlocked['certify'];
  /** What opening the database throws. */
  readonly failure?: Error;
}

export interface StandIn {
  readonly program: Program;
  /** What was done to it, in order. */
  readonly done: string[];
}

const MISSING: MasterKeyFile = { kind: 'refused', failure: 'missing', message: 'It does not exist.' };
const EMPTY: Setup = { certificate: null, user: null, liveKeys: 0, hasSmtpPassword: false };

const SOUND: ArchiveReport = { damages: [], rows: 1, companies: 1, unlinked: 0, headSignedAt: null };

export function standInProgram(world: World = {}): StandIn {
  const done: string[] = [];
  const note = async (what: string) => {
    done.push(what);
  };
  const program = nothingBut<Program>({
    settings: settingsOf(world),
    version: '0',
    deed: STAND_IN_DEED,
    verifyDatabase: async () => SOUND,
    verifyExport: async () => SOUND,
    async openDatabase() {
      if (world.failure !== undefined) throw world.failure;
      return {
        url: 'postgres://here',
        operatorUrl: 'postgres://here',
        lost: new Promise(() => undefined),
        close: () => note('close database'),
      };
    },
    databaseFacts: async () => ({ ...GOOD_FACTS, ...world.facts }),
    migrate: () => note('migrate'),
    planDistribution: async () => world.distribution ?? { kind: 'planned', deeds: [] },
    distribute: () => note('distribute').then(() => world.distribution ?? { kind: 'done', deeds: [] }),
    spreadFacts: async () => world.spread ?? null,
    openOffice: async () => officeIn(world, note),
    readMasterKey: async (path) => world.keyFiles?.get(path) ?? MISSING,
    async createMasterKey(path) {
      await note(`create ${path}`);
      return { kind: 'created', key: STAND_IN_KEY };
    },
    async tryMail({ host, port }) {
      await note(`try mail at ${host}:${port}`);
      return world.mail ?? { kind: 'accepted' };
    },
    tryProvider: async () => world.providerSilence ?? null,
  });
  return { program, done };
}

/** A live key of the first company, with the changes given. */
export function standInKey(changes: Partial<KeySummary> = {}): KeySummary {
  return {
    keyId: 'k1',
    companyId: 'c0',
    pepper: 1,
    slug: slugOf('empresa-0'),
    name: 'Caja 1',
    ambiente: '00',
    limits: { perMinute: 120, perHour: 5000 },
    createdMs: Date.UTC(2026, 10, 20, 12),
    lastUsedMs: null,
    revokedMs: null,
    live: true,
    ...changes,
  };
}

function settingsOf({ environment = {}, folder = '/nowhere' }: World): Settings {
  const reading = readSettings(environment, folder);
  if (reading.kind === 'problems') throw new Error(reading.problems.join());
  return reading.settings;
}

/** The documents of the world, one a page. */
function listed(world: World): Pick<Office, 'lister' | 'documents' | 'writer' | 'sheets'> {
  return {
    lister: nothingBut({
      async page(_, query) {
        world.onPage?.(query);
        const views = world.views ?? [];
        const place = views.findIndex(({ record }) => record.documentId === query.after?.documentId) + 1;
        const next = views[place];
        const isLast = place + 1 >= views.length;
        return {
          views: next === undefined ? [] : [next],
          next: next === undefined || isLast ? null : { us: '0', documentId: next.record.documentId },
        };
      },
    }),
    documents: {
      view: async (_, { idOrRef }) =>
        world.views?.find(({ record }) => record.externalRef === idOrRef) ?? null,
    },
    writer: EXPORT_WRITER,
    sheets: createSheetPress(),
  };
}

function declarationsIn(world: World): DeclarationReader {
  return {
    async *stamped(_, { types }) {
      yield* (world.stamped ?? []).filter(({ tipoDte }) => types.includes(tipoDte));
    },
    invalidated: nothing,
    invalidatedIn: nothing,
    unstamped: nothing,
  };
}

async function* nothing(): AsyncGenerator<never> {}

const CLASSES: Office['classes'] = {
  change: async (_, change, { by }) => ({ ...change, by, changeId: '1', changedMs: 0, documents: 7 }),
  count: async () => 7,
  groups: async () => [],
  lastChange: async () => null,
  changes: async () => [],
};

const MONTHS = nothingBut<Office['months']>({
  closings: async () => [],
  touching: async () => [],
  pieces: nothing,
});

const NO_RECONCILIATIONS: Office['reconciliations'] = {
  ofMonth: async () => ({ ended: null, open: null, changed: 0 }),
  found: async () => [],
};

function productionIn({ companies = [] }: World) {
  const index = companies.indexOf('01');
  return index < 0 ? null : slugOf(`empresa-${index}`);
}

function officeIn(world: World, note: (what: string) => Promise<void>): Office {
  const stored = (world.companies ?? []).map((environment, index) => ({
    companyId: `c${index}`,
    company: exampleCompany({ ...world.file, environment, slug: `empresa-${index}` }),
  }));
  const unlocked = unlockedIn(world, note);
  return nothingBut<Office>({
    companies: nothingBut({
      list: async () => stored,
      production: async () => productionIn(world),
      bySlug: async (slug) => stored.find(({ company }) => company.slug === slug) ?? null,
    }),
    keys: nothingBut({ list: async () => world.keys ?? [] }),
    declarations: declarationsIn(world),
    months: world.months ?? MONTHS,
    classes: CLASSES,
    reconciliations: NO_RECONCILIATIONS,
    deeds: nothingBut({ record: async () => undefined }),
    people: { ...NO_USERS, users: { ...NO_USERS.users, list: async () => world.users ?? [] } },
    pending: { read: async () => ({ ...NOTHING_PENDING, ...world.pending }) },
    lives: {
      life: async (_, idOrRef) => (world.life?.externalRef === idOrRef ? world.life : null),
      attempts: async () => world.attempts ?? [],
    },
    ...listed(world),
    numbers: { givenUp: async () => world.givenUp ?? [], gaps: async () => world.gaps ?? [] },
    completions: {
      tell: (companyId, { customers, products }) =>
        note(`tell ${companyId} ${customers.length} ${products.length}`),
    },
    rehearsals: { latest: async () => world.rehearsal ?? null },
    secrets: nothingBut({ setup: async () => ({ ...EMPTY, ...world.setup }) }),
    async unlock(keys) {
      if (keys.kind === 'process') await note(`unlock by a process with ${keys.files.join(' and ')}`);
      else await note(keys.master === STAND_IN_KEY ? 'unlock' : 'unlock with another key');
      return unlocked;
    },
    close: () => note('close office'),
  });
}

function unlockedIn(world: World, note: (what: string) => Promise<void>): Unlocked {
  return nothingBut<Unlocked>({
    vault: nothingBut(),
    people: NO_USERS,
    peppers: nothingBut(),
    masters: [],
    productionCompany: async () => productionIn(world),
    keepQuarantine: () => note('keep quarantine'),
    passOf: () => '',
    ...(world.rehearse === undefined ? {} : { rehearse: world.rehearse }),
    ...(world.certify === undefined ? {} : { certify: world.certify }),
    forgotten: async () => world.forgotten ?? null,
    async signIn({ companyId }, url) {
      await note(`sign ${companyId} in at ${url}`);
      return world.signIn ?? { kind: 'granted' };
    },
    async tryMail({ companyId }) {
      await note(`try mail of ${companyId}`);
      return world.mail ?? { kind: 'accepted' };
    },
  });
}
