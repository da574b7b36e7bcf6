import type { IncomingMessage } from 'node:http';
import type { FastifyBaseLogger, FastifyReply } from 'fastify';
import type { Ambiente } from '../core/dte/kinds.ts';
import type { Buckets } from '../operations/access/buckets.ts';
import type { Places } from '../operations/access/places.ts';
import type { FileType } from '../operations/access/ports.ts';
import type { AttentionReader } from '../operations/attention/ports.ts';
import type { SignIn } from '../operations/authority/ports.ts';
import type { CircuitBreaker } from '../operations/background/circuit-breaker.ts';
import type { CompanyReader } from '../operations/background/ports.ts';
import type { CampaignRunner } from '../operations/certifying/campaign-runner.ts';
import type { TestAuthority } from '../operations/companies/equip-for-tests.ts';
import type { AccountTrier, OwnCompany, OwnKeys } from '../operations/companies/own-ports.ts';
import type { CompanyOpener, Vault } from '../operations/companies/ports.ts';
import type { SmtpPasswordOf } from '../operations/deliveries/ports.ts';
import type { Clock, DocumentRecord } from '../operations/documents/ports.ts';
import type { ServingParts } from '../operations/documents/reading-parts.ts';
import type { StreamedFile } from '../operations/files/ports.ts';
import type { FormStore } from '../operations/forms/ports.ts';
import type { Sales } from '../operations/installation/counting.ts';
import type { BacklogReader, WatchedStanding } from '../operations/installation/metrics-ports.ts';
import type { NodeHistory } from '../operations/installation/node-history.ts';
import type { DeedReader } from '../operations/installation/ports.ts';
import type { WatchParts } from '../operations/installation/watch-companies.ts';
import type { CancellingContext } from '../operations/invalidations/invalidate-document.ts';
import type { BookReader } from '../operations/listings/ports.ts';
import type { LastRehearsals } from '../operations/rehearsals/ports.ts';
import type { BeginParts } from '../operations/rehearsals/run-rehearsal.ts';
import type { RecallContext } from '../operations/remembered/recall.ts';
import type { TodayReader } from '../operations/today/ports.ts';
import type { TodayParts } from '../operations/today/read-today.ts';
import type { UsersContext } from '../operations/users/users-context.ts';
import type { LiveStreams } from './live-streams.ts';
import type { Needs } from './needs.ts';
import type { Ongoing } from './ongoing.ts';

/** What the console needs from the rest of the house. */
export interface ConsoleParts {
  readonly clock: Pick<Clock, 'now' | 'monotonic'>;
  readonly logger: FastifyBaseLogger;
  /** Where browsers reach the console, without a slash at the end; the base of the links in mails. */
  readonly consoleUrl: string;
  /** The caller's address, as far as the proxies in between are trusted. */
  readonly addressOf: (request: IncomingMessage) => string;
  /** Whose requests count as one's before anybody is signed in. */
  readonly neighbourhoodOf: (address: string) => string;
  readonly limits: VisitLimits;
  readonly pacing: VisitPacing;
  readonly places: Places;
  /** Why the database served nobody when it threw this; null where something else is wrong. */
  readonly databaseObstacle: (error: unknown) => string | null;
  readonly streams: LiveStreams;
  /** Ends what goes on after its request. */
  readonly ongoing: Ongoing;
  readonly needs: Needs;
  readonly users: UsersContext;
  /** Issues and cancels, and counts it. */
  readonly sales: Sales;
  readonly desk: DeskParts;
  readonly own: OwnParts;
  readonly operating: OperatingParts;
}

/** Has whoever is turned away again and again wait for the answer, for `mostMs` milliseconds at the longest. */
export interface VisitPacing {
  /** Lets those of a neighbourhood wait who open too many pages. */
  readonly tooMany: (neighbourhood: string, mostMs: number) => Promise<void>;
  /** All who want to come in while too many others do. */
  readonly atTheDoor: (mostMs: number) => Promise<void>;
}

/** How often pages may be opened. */
export interface VisitLimits {
  /** For all requests of an address: a shop with all its tills behind one. */
  readonly ofAddress: Buckets;
  /** For requests of an address without a session: sign-ins, and who tries them. */
  readonly ofStrangers: Buckets;
  readonly ofUser: Buckets;
}

/** What the pages that issue, show, cancel and adjust documents need. */
export interface DeskParts extends CancellingContext, RecallContext, ServingParts {
  readonly clock: CancellingContext['clock'];
  readonly companies: CompanyReader;
  readonly forms: FormStore;
  readonly books: BookReader;
  readonly today: TodayReader;
  readonly attention: AttentionReader;
  /** Whether this node may number anything. */
  readonly watch: TodayParts['watch'];
  /** Seals what somebody typed into an address, for one company. */
  readonly addresses: SealedAddresses;
  /** How many exports are written at once: null where no slot is free. */
  readonly exportSlots: {
    during<T>(companyId: string, work: () => Promise<T>): Promise<T | null>;
  };
  readonly files: FileStreams;
  /** The address of a file of a document, which opens without anybody signed in. */
  readonly fileUrl: (record: DocumentRecord, type: FileType) => string;
}

/** Files that are written while they are read, each in a slot of the exports. */
export interface FileStreams {
  /** Answers with a file, or as `busy` does where no slot is free. */
  send(reply: FastifyReply, file: StreamedFile, busy: () => FastifyReply): FastifyReply;
}

/** What names a person stands in addresses in a form that nobody else can read: proxies and browsers keep addresses. */
export interface SealedAddresses {
  seal(text: string, companyId: string): string;
  /** Null for what was not sealed for this company. */
  open(sealed: string, companyId: string): string | null;
}

/** What the pages of a company's own data, keys and users need. */
export interface OwnParts {
  readonly companies: CompanyReader;
  readonly company: OwnCompany;
  readonly keys: OwnKeys;
  /** Seals what comes from pages; keys under the newest pepper. */
  readonly vault: () => Promise<Vault>;
  /** Tries mail servers, as often as a company may, and with the password that is kept where none is typed. */
  readonly accountTrier: AccountTrier;
  readonly mailTries: Buckets;
  readonly smtpPasswordOf: SmtpPasswordOf;
  /** Runs campaigns of certification. */
  readonly campaigns: CampaignRunner;
  /** Makes companies known to the simulated authority of the test environment; null where that is the Ministry's. */
  readonly testAuthority: TestAuthority | null;
  /** Signs in at the authority once with what somebody types, and keeps nothing. */
  readonly trySignIn: (
    ambiente: Ambiente,
    credentials: { readonly user: string; readonly password: string },
  ) => Promise<SignIn>;
}

/** What the pages of the operator need. */
export interface OperatingParts extends WatchParts, BeginParts {
  readonly lastRehearsals: LastRehearsals;
  /** What was done from the command line. */
  readonly commands: DeedReader;
  readonly backlog: BacklogReader;
  /** What the node that answers remembers of itself. */
  readonly history: Pick<NodeHistory, 'read'>;
  readonly breaker: Pick<CircuitBreaker, 'offline'>;
  readonly log: { standing(): Promise<WatchedStanding> };
  readonly version: string;
  readonly opener: CompanyOpener;
  /** Why this node opens no company of production, as a sentence; null where it does. */
  readonly productionObstacle: string | null;
}
