/** What a database says about itself, as far as Sello's promises rest on it. */
export interface DatabaseFacts {
  /** As the server prints it, like `18.4`. */
  readonly version: string;
  readonly majorVersion: number;
  /** Settings under which a crash can lose what was answered for, like `fsync = off`; empty is right. */
  readonly unsafeSettings: readonly string[];
  /** Whether a commit waits for a standby, so that a fail-over to that one forgets nothing. */
  readonly commitsWait: boolean;
  /** Whether its time zone data put El Salvador six hours behind UTC in winter and in summer. */
  readonly timeZoneHolds: boolean;
  /** Milliseconds by which its clock is ahead of ours; half of the round trip is the error. */
  readonly clockAheadMs: number;
  /** Migrations of this version that it has not had yet. */
  readonly pendingMigrations: readonly string[];
  /** Migrations that it has had and this version does not know: a newer Sello has been here. */
  readonly foreignMigrations: readonly string[];
  /**
   * SQL statements by which a superuser gives our login what the pending migrations need; empty where nothing is
   * missing or pending.
   */
  readonly loginNeeds: readonly string[];
  readonly login: DatabaseLogin;
  /** Whether secrets are kept in it that only the master key of then opens. */
  readonly holdsSecrets: boolean;
  /** Whether companies lie on several servers, each of which wants their passes from an operator, too. */
  readonly isSpread: boolean;
  /**
   * The pooler between us and it. With a `plain` one, statements are not prepared, because it does not keep the prepared
   * statements of its clients apart.
   */
  readonly pooler: 'none' | 'translating' | 'plain';
  /** Whether what is said can be read on its way to another machine. */
  readonly isInTheClear: boolean;
}

/** A login of a database. */
export interface DatabaseLogin {
  /** Quoted where it needs it. */
  readonly name: string;
  /** Whether it can become the operator, or make the roles of an empty database. */
  readonly operates: boolean;
  /** What it can do that serving does not need, each as a clause like `is a superuser`; empty is right for one that serves. */
  readonly excesses: readonly string[];
}

/** One command of the operator. */
export interface Deed {
  readonly osUser: string;
  readonly sudoUser: string | null;
  readonly host: string;
  readonly sshAddress: string | null;
  readonly command: string;
  /** As they were typed: names, numbers and the paths of files, none of which is a secret. */
  readonly arguments: {
    readonly places: readonly string[];
    readonly options: Readonly<Record<string, string>>;
  };
}

/** A deed with what the database knows of it. */
export interface RecordedDeed extends Deed {
  readonly happenedMs: number;
  readonly login: string;
  /** From where the login was connected; null over a socket. */
  readonly clientAddress: string | null;
}

/** What was done as the operator. */
export interface Deeds {
  record(deed: Deed): Promise<void>;
  /** The latest first. */
  latest(most: number): Promise<readonly RecordedDeed[]>;
}

/** Reads what was done as the operator, for the pages of the operator's. */
export interface DeedReader {
  /** The newest first. */
  page(selection: {
    readonly most: number;
    /** Older than this one. */
    readonly before?: string | undefined;
    /** With which the command begins, like `key`. */
    readonly command?: string | undefined;
  }): Promise<readonly (RecordedDeed & { readonly deedId: string })[]>;
}
