import type { KeyObject } from 'node:crypto';
import type { LogLevel, Settings } from '../config/settings.ts';
import type {
  CompanyRegistry,
  KeyRegistry,
  PendingReader,
  SecretsRegistry,
  StoredCompany,
  Vault,
} from '../operations/companies/ports.ts';
import type { MailAccount, MailTrial } from '../operations/deliveries/ports.ts';
import type { AuthorityAccount, SignIn } from '../operations/documents/ports.ts';
import type { DatabaseFacts } from '../operations/installation/ports.ts';
import type { Reconciled, ReconcileRequest } from '../operations/installation/reconcile-ports.ts';

/** The installation's database, ours or the operator's. */
export interface Database {
  readonly url: string;
  /** Resolves when an embedded server has ended by itself; a database of the operator's comes back by itself. */
  readonly lost: Promise<void>;
  /** Lets an embedded server end, unless another process uses it. */
  close(): Promise<void>;
}

/** What the operator's commands read and write. */
export interface Office {
  readonly companies: CompanyRegistry;
  readonly keys: KeyRegistry;
  readonly secrets: SecretsRegistry;
  readonly pending: PendingReader;
  /** Opens the cryptography. Throws CommandFailure where the database was sealed under another master key. */
  unlock(masterKey: KeyObject): Promise<Unlocked>;
  /**
   * Seals every secret under another master key, all or none; one that is under it already stays. Answers how many
   * there are; null where another process of Sello is connected. Throws CommandFailure where the old master key does
   * not open one.
   */
  rewrapSecrets(old: KeyObject, fresh: KeyObject): Promise<number | null>;
  close(): Promise<void>;
}

/** What the master key opens. */
export interface Unlocked {
  readonly vault: Vault;
  createServer(options: ServiceOptions): Service;
  /** Begins at once. */
  createWorker(options: ServiceOptions): Worker;
  /** Brings a database that has forgotten something back as far as the journals tell, and lets it number again. */
  reconcile(request: ReconcileRequest): Promise<Reconciled>;
  /** What of the journals in this folder the database has forgotten; null where it has forgotten nothing. */
  forgotten(journals: string): Promise<string | null>;
  /** Documents without a verdict that have yet to be asked about after a reconciliation. */
  countToAsk(): Promise<number>;
  /** Signs the company in once at the authority of this URL; null where it has no credentials. */
  signIn(
    account: Pick<AuthorityAccount, 'companyId' | 'ambiente'>,
    url: string,
    timeoutMs: number,
  ): Promise<SignIn | null>;
  /** Tries the company's own mail server within a few seconds, its login included. */
  tryMail(company: StoredCompany): Promise<MailTrial>;
}

export interface ServiceOptions {
  readonly haciendaTestUrl: string;
  readonly logLevel: LogLevel;
  /** Where what is kept apart from the database is; null: nowhere. */
  readonly journals: string | null;
  /** Companies of environment 01 are then unknown to it, whoever adds one while it runs. */
  readonly testCompaniesOnly: boolean;
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
export interface CertificateHolder {
  readonly nit: string;
  readonly nrc: string;
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly nowMs: number;
}

/** What is in a backup. */
export interface BackupSummary {
  readonly takenAt: string;
  readonly tables: readonly { readonly table: string; readonly rows: number }[];
}

/** What src/compose/program.ts makes of the settings for the commands. */
export interface Program {
  readonly settings: Settings;
  readonly version: string;
  openDatabase(): Promise<Database>;
  databaseFacts(databaseUrl: string): Promise<DatabaseFacts>;
  migrate(databaseUrl: string): Promise<void>;
  /** Writes what the database holds into a new folder. */
  backUp(databaseUrl: string, folder: string): Promise<BackupSummary>;
  /** Fills an empty database from such a folder. */
  restore(databaseUrl: string, folder: string): Promise<BackupSummary>;
  openOffice(databaseUrl: string): Office;
  /** Answers whether the process lives and the database answers, and shows the measures. */
  createOperatorServer(databaseUrl: string): Server;
  /** Null where a living process holds that name in the database. */
  takeHold(databaseUrl: string, name: string): Promise<{ release(): Promise<void> } | null>;
  readMasterKey(path: string): Promise<MasterKeyFile>;
  createMasterKey(path: string): Promise<MasterKeyFile>;
  makeCertificate(holder: CertificateHolder): Promise<string>;
  /** Tries a mail server within a few seconds, its login included. */
  tryMail(account: MailAccount): Promise<MailTrial>;
}
