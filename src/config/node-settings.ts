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
  /** A database of this version's schema, with the login that serves. */
  readonly databaseUrl: string;
  readonly logLevel: LogLevel;
  /** Companies of environment 01 are then unknown to the node. */
  readonly testCompaniesOnly: boolean;
  /** Where the node keeps, apart from the database, what it has seen and done; null: nowhere. */
  readonly journalFolder: string | null;
  readonly masterKey: KeyObject;
  /** Another that opens secrets as well, while one takes the other's place. */
  readonly otherMasterKey: KeyObject | null;
  /** The installation's secrets behind the API keys, by version; the first form of their hashes may be accepted. */
  readonly peppers: {
    readonly versions: ReadonlyMap<number, KeyObject>;
    readonly acceptsUnbound: boolean;
  };
  /** The installation's secret behind the generation codes of documents. */
  readonly codeSecret: KeyObject;
  /** The installation's secret behind the links to files. */
  readonly linkSecret: KeyObject;
  /** The installation's secret behind the passes by which transactions act for a company. */
  readonly passSecret: KeyObject;
}
