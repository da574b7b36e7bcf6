import type { KeyObject } from 'node:crypto';
import type { LogLevel, Settings } from './settings.ts';

/** What a node of the service is made from: nothing but what can be handed to a thread. */
export interface NodeSettings
  extends Pick<
    Settings,
    | 'haciendaTestUrl'
    | 'haciendaProductionUrl'
    | 'haciendaTimeoutMs'
    | 'requestBudgetMs'
    | 'quarantineMs'
    | 'smtp'
    | 'publicUrl'
    | 'trustedProxies'
  > {
  /** A database of this version's schema. */
  readonly databaseUrl: string;
  readonly logLevel: LogLevel;
  /** Companies of environment 01 are then unknown to the node. */
  readonly testCompaniesOnly: boolean;
  /** Where the node keeps, apart from the database, what it has seen and done; null: nowhere. */
  readonly journalFolder: string | null;
  readonly masterKey: KeyObject;
  /** The installation's secret behind the API keys. */
  readonly pepper: KeyObject;
  /** The installation's secret behind the generation codes of documents. */
  readonly codeSecret: KeyObject;
  /** The installation's secret behind the links to files. */
  readonly linkSecret: KeyObject;
}
