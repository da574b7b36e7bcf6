import type { KeyObject } from 'node:crypto';
import type { KeyPlace } from '../config/node-settings.ts';
import type { OidcSettings } from '../config/oidc-setting.ts';
import type { LogLevel, Settings } from '../config/settings.ts';
import type { Company } from '../core/company/company.ts';
import type { CompanySlug } from '../core/identifiers/company-slug.ts';
import type { Refusal } from '../core/refusals/refusal.ts';
import type { ArchiveReport } from '../operations/archive/ports.ts';
import type { CompanyAccount, SignIn } from '../operations/authority/ports.ts';
import type { CampaignRun } from '../operations/certifying/campaign-context.ts';
import type { CampaignEnd } from '../operations/certifying/run-campaign.ts';
import type {
  CompanyRegistry,
  KeyRegistry,
  NumbersReader,
  PendingReader,
  SecretsRegistry,
  StoredCompany,
  Vault,
} from '../operations/companies/ports.ts';
import type { Reconciling, ReconcilingOrder } from '../operations/declarations/reconcile-month.ts';
import type { MailAccount, MailTrial } from '../operations/deliveries/ports.ts';
import type { ReadingParts } from '../operations/documents/reading-parts.ts';
import type { Distribution, SpreadFacts } from '../operations/installation/distribution-ports.ts';
import type { DatabaseFacts, Deed, Deeds } from '../operations/installation/ports.ts';
import type { Reconciled, ReconcileRequest } from '../operations/installation/reconcile-ports.ts';
import type {
  CompletionRegistry,
  Rehearsal,
  RehearsalReader,
  RehearsalRequest,
} from '../operations/rehearsals/ports.ts';
import type { EndedRehearsal } from '../operations/rehearsals/run-rehearsal.ts';
import type { UsersContext } from '../operations/users/users-context.ts';

/** The installation's database, ours or the operator's. */
export interface Database {
  readonly url: string;
  /** With the login of migrations and commands, which may be the same. */
  readonly operatorUrl: string;
  /** Resolves when an embedded server has ended by itself; a database of the operator's comes back by itself. */
  readonly lost: Promise<void>;
  /** Lets an embedded server end, unless another process uses it. */
  close(): Promise<void>;
}

/** Where an office is opened. */
export interface OfficePlace {
  readonly databaseUrl: string;
  /** For the nodes that are started from the office. */
  readonly servingUrl: string;
  /** Whether the login of `databaseUrl` acts as the operator; an office that only serves sees no company. */
  readonly operates: boolean;
}

/** The database as a node reaches it. */
export interface WatchedDatabase {
  readonly databaseUrl: string;
  /** The names of the master keys that the node opens secrets with. */
  readonly masters: readonly string[];
  passOf(scope: string): string;
}

/** What the operator's commands read and write. */
export interface Office extends ReadingParts {
  readonly companies: CompanyRegistry;
  readonly keys: KeyRegistry;
  readonly secrets: SecretsRegistry;
  readonly pending: PendingReader;
  readonly numbers: NumbersReader;
  readonly completions: CompletionRegistry;
  readonly rehearsals: RehearsalReader;
  readonly deeds: Deeds;
  /** What of the users needs no master key. */
  readonly people: Pick<UsersContext, 'users' | 'sessions' | 'deeds' | 'ways' | 'tokens' | 'consoleUrl'>;
  /**
   * Opens the cryptography, here or in a signer process, which reads the files of the master keys while this one does not.
   * Throws CommandFailure where the database was sealed under another master key, where a file holds none, and where only
   * the operator can prepare what is missing.
   */
  unlock(keys: KeyPlace): Promise<Unlocked>;
  /**
   * Seals every secret under another master key, all or none; one that is under it already stays. Answers how many
   * there are; null where another process of Sello is connected that does not know the fresh one. Throws CommandFailure where the old master key does
   * not open one.
   */
  rewrapSecrets(old: KeyObject, fresh: KeyObject): Promise<number | null>;
  close(): Promise<void>;
}

/** The secrets behind the hashes of API keys, by version. */
export interface PepperKeeper {
  /** Makes the next one; its version. */
  rotate(): Promise<number>;
  retire(version: number): Promise<'retired' | 'unknown' | 'newest'>;
  /** From then on, nodes that start accept no hash that is not bound to its row. */
  refuseUnbound(): Promise<void>;
}

/** What the master key opens. */
export interface Unlocked {
  readonly vault: Vault;
  readonly people: UsersContext;
  /** The names of the master keys behind it, by which a rotation sees who knows which. */
  readonly masters: readonly string[];
  readonly peppers: PepperKeeper;
  /** Resolves with the reason once whoever holds the keys has been away for so long that a node without them is of no use. */
  readonly keysLost: Promise<string>;
  createServer(options: ServiceOptions): Service;
  /** The slug of a company of environment 01; null where there is none. */
  productionCompany(): Promise<CompanySlug | null>;
  /** Has the nodes of this database wait for at least as long as `SELLO_QUARANTINE_MINUTES` says here. */
  keepQuarantine(): Promise<void>;
  /** The passes by which the serving login acts for a scope. */
  passOf(scope: string): string;
  /** Begins at once. */
  createWorker(options: ServiceOptions): Worker;
  /** Brings a database that has forgotten something back as far as the journals tell, and lets it number again. */
  reconcile(request: ReconcileRequest): Promise<Reconciled>;
  /** Compares a month with what the authority tells, or goes on with it; that of environment 00 is at this URL. */
  reconcileMonth(order: ReconcilingOrder, haciendaTestUrl: string): Promise<Reconciling>;
  /** What of the journals in this folder the database has forgotten; null where it has forgotten nothing. */
  forgotten(journals: string): Promise<string | null>;
  /** Documents without a verdict that have yet to be asked about after a reconciliation. */
  countToAsk(): Promise<number>;
  /** Rehearses a company's documents to the end; tells on the way how far it is. */
  rehearse(
    companyId: string,
    run: { readonly request: RehearsalRequest; readonly told: (rehearsal: Rehearsal) => void },
  ): Promise<EndedRehearsal | Refusal>;
  /** Runs a campaign of certification on a node of its own, to its end or to the first answer that it does not expect. */
  certify(options: ServiceOptions, run: CampaignRun): Promise<CampaignEnd>;
  /** Signs the company in once at the authority of this URL; null where it has no credentials. */
  signIn(account: CompanyAccount, url: string, options: SignInTrial): Promise<SignIn | null>;
  /** Tries the company's own mail server within a few seconds, its login included. */
  tryMail(company: StoredCompany): Promise<MailTrial>;
}

export interface SignInTrial {
  readonly timeoutMs: number;
  /** Told of the instant by which the authority dates its answer, in milliseconds, the moment it comes. */
  readonly onDate: (dateMs: number) => void;
}

export interface ServiceOptions {
  readonly haciendaTestUrl: string;
  readonly logLevel: LogLevel;
  /** Where what is kept apart from the database is; null: nowhere. */
  readonly journals: string | null;
  /** Companies of environment 01 are then unknown to it, whoever adds one while it runs. */
  readonly testCompaniesOnly: boolean;
  /** What is to be logged at the start, each as a sentence. */
  readonly remarks: readonly string[];
}

/** The background work with everything behind it. */
export interface Worker {
  /** Takes nothing more, finishes or hands over what it holds, and closes the connections behind it. */
  close(): Promise<void>;
}

/** Something that listens. */
export interface Server {
  /** Rejects with the system's error where the address cannot be used. */
  listen(host: string, port: number): Promise<unknown>;
  /** Stops accepting, finishes what runs, and closes the connections behind it. */
  close(): Promise<void>;
}

/** The HTTP interface and the background work with everything behind them. */
export interface Service extends Server {
  /** Resolves with its URL, without a slash at the end. */
  listen(host: string, port: number): Promise<string>;
}

export type MasterKeyFile =
  | { readonly kind: 'read' | 'created'; readonly key: KeyObject }
  | { readonly kind: 'refused'; readonly failure: string; readonly message: string };

/** The holder of a certificate for the sandbox. */
export interface CertificateHolder extends Pick<Company, 'nit' | 'nrc' | 'name' | 'email'> {
  readonly password: string;
  readonly nowMs: number;
}

/** What is in a backup. */
export interface BackupSummary {
  readonly takenAt: string;
  readonly tables: readonly { readonly table: string; readonly rows: number }[];
}

/** What src/compose/program.ts makes of the settings for the commands; each part is loaded when it is first called. */
export interface Program {
  readonly settings: Settings;
  readonly version: string;
  /** What is being done, by whom. */
  readonly deed: Deed;
  openDatabase(): Promise<Database>;
  databaseFacts(databaseUrl: string): Promise<DatabaseFacts>;
  migrate(databaseUrl: string): Promise<void>;
  /** What it would take to spread the database over the servers that its Citus knows. */
  planDistribution(databaseUrl: string): Promise<Distribution>;
  /** Spreads it; `told` hears of each step before it is done. */
  distribute(databaseUrl: string, told: (what: string) => void): Promise<Distribution>;
  /** How the database is spread; null where it is on one server. */
  spreadFacts(databaseUrl: string): Promise<SpreadFacts | null>;
  /** Writes what the database holds into a new folder. */
  backUp(databaseUrl: string, folder: string): Promise<BackupSummary>;
  /** Fills an empty database from such a folder. */
  restore(databaseUrl: string, folder: string): Promise<BackupSummary>;
  /** Looks at the archive of every company, or of the one with this slug. */
  verifyDatabase(databaseUrl: string, slug: CompanySlug | null): Promise<ArchiveReport>;
  /** Looks at the archives in a folder that `sello backup` wrote, without a database. Throws where it is none. */
  verifyExport(folder: string, slug: CompanySlug | null): Promise<ArchiveReport>;
  openOffice(place: OfficePlace): Promise<Office>;
  /** Answers whether the process lives and the database answers, and shows the measures. */
  createOperatorServer(database: WatchedDatabase): Promise<Server>;
  /** Null where a living process holds that name in the database. */
  takeHold(databaseUrl: string, name: string): Promise<{ release(): Promise<void> } | null>;
  readMasterKey(path: string): Promise<MasterKeyFile>;
  createMasterKey(path: string): Promise<MasterKeyFile>;
  makeCertificate(holder: CertificateHolder): Promise<string>;
  /** Tries a mail server within a few seconds, its login included. */
  tryMail(account: MailAccount): Promise<MailTrial>;
  /** Why the provider of the sign-in does not answer, in its own words or the network's; null where it does. */
  readonly tryProvider: (provider: OidcSettings) => Promise<string | null>;
}
