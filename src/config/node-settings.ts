import type { KeyObject } from 'node:crypto';
import type { LogLevel, Settings } from './settings.ts';

/** Where the master keys are: here, or in files that this process does not read and a signer process does. */
export type KeyPlace =
  | {
      readonly kind: 'inside';
      readonly master: KeyObject;
      /** Another that opens secrets as well, while one takes the other's place. */
      readonly other: KeyObject | null;
    }
  | { readonly kind: 'process'; readonly files: readonly string[] };

export type MasterKeys = KeyPlace & {
  /** One of the installation's sealed secrets; the master key that it is under seals what comes. */
  readonly sample: string | null;
};

/** What a node of the service is made from: nothing but what can be handed to a thread. */
export interface NodeSettings
  extends Pick<
    Settings,
    | 'haciendaTestUrl'
    | 'haciendaProductionUrl'
    | 'haciendaTimeoutMs'
    | 'requestBudgetMs'
    | 'quarantineMs'
    | 'failOver'
    | 'smtp'
    | 'mailNetworks'
    | 'publicUrl'
    | 'trustedProxies'
    | 'console'
    | 'masterKeyFile'
    | 'oidc'
  > {
  /** A database of this version's schema, with the login that serves. */
  readonly databaseUrl: string;
  readonly logLevel: LogLevel;
  /** Companies of environment 01 are then unknown to the node. */
  readonly testCompaniesOnly: boolean;
  /** Where the node keeps, apart from the database, what it has seen and done; null: nowhere. */
  readonly journalFolder: string | null;
  readonly keys: MasterKeys;
  /** Names of the master keys, by which a rotation sees who knows which. */
  readonly masters: readonly string[];
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
