import {
  consoleUrl,
  databaseUrl,
  hostName,
  minutesUpTo,
  networks,
  oneOf,
  publicUrl,
  remoteUrl,
  type SettingCheck,
  someOf,
  wholeNumber,
} from './setting-checks.ts';

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const;
export const FAIL_OVERS = ['reconcile', 'synchronous'] as const;
export const SIGNERS = ['inside', 'process'] as const;
const AUTHORITY_URL = remoteUrl('is not a URL such as https://apitest.dtes.mh.gob.sv.');
const PORT = wholeNumber(1, 65_535);
const PORT_OR_NONE = wholeNumber(0, 65_535);

/** One environment variable that Sello reads, as docs/settings.md shows it. */
export interface SettingDefinition {
  readonly name: string;
  /** The value that holds where the variable is unset or empty, as text. */
  readonly byDefault?: string;
  /** Judges a text that is set, by itself; what depends on other settings is judged where all are read. */
  readonly check?: SettingCheck;
  readonly meaning: string;
}

/** Every setting, in the order of the documentation (design section 2). */
export const SETTINGS = [
  {
    name: 'DATABASE_URL',
    check: databaseUrl,
    meaning:
      'PostgreSQL connection URL (`postgres://user:password@host:5432/database?sslmode=verify-full`), with `sslmode`, `sslrootcert`, `sslcert` and `sslkey` as libpq understands them. It may name several servers of which one takes over from the other (`host1:5432,host2:5432`, `target_session_attrs=read-write`): Sello finds the one that can be written to, and leaves it for the next ([a machine dies](scale.md#a-machine-dies)). Without it, Sello runs an embedded PostgreSQL under `SELLO_DATA_DIR`.',
  },
  {
    name: 'SELLO_OPERATOR_DATABASE_URL',
    check: databaseUrl,
    meaning:
      'The same database with the login that migrations and commands use, while that of `DATABASE_URL` serves and can do nothing else ([two logins](operating.md#two-logins)). `serve` and `work` never use it; keep it from the machines that run nothing else.',
  },
  {
    name: 'SELLO_DURABLE_WITHOUT',
    check: someOf(['fsync', 'full_page_writes']),
    meaning:
      'Settings of the PostgreSQL that may be off because the storage of its provider keeps what is committed without them: `fsync`, `full_page_writes` or both with a comma between them. On a server of your own, a power cut then loses documents that were answered for.',
  },
  {
    name: 'SELLO_FAIL_OVER',
    byDefault: 'reconcile',
    check: oneOf(FAIL_OVERS),
    meaning:
      'What nodes do when another server of the same cluster takes the place of the one before: `reconcile` waits for the operator’s `sello reconcile`; `synchronous` goes on by itself once what the node has seen last is found there, and is for clusters that promote only a standby which every commit has waited for ([a machine dies](scale.md#a-machine-dies)). Give all nodes the same.',
  },
  {
    name: 'SELLO_DATA_DIR',
    byDefault: './data',
    meaning: 'Folder of everything that Sello keeps outside a PostgreSQL of your own.',
  },
  {
    name: 'SELLO_HOST',
    byDefault: '127.0.0.1',
    check: hostName,
    meaning:
      'Address on which the HTTP interface listens. By default only this machine reaches it; `0.0.0.0` opens it to the network.',
  },
  { name: 'SELLO_PORT', byDefault: '8080', check: PORT, meaning: 'Port of the HTTP interface, 1 to 65535.' },
  {
    name: 'SELLO_PUBLIC_URL',
    byDefault: 'http://localhost:PORT',
    check: publicUrl,
    meaning: 'Where callers reach the HTTP interface; the base of the links in answers.',
  },
  {
    name: 'SELLO_TRUSTED_PROXIES',
    check: networks,
    meaning:
      'Addresses and networks of the proxies in front, with commas between them (`127.0.0.1,10.0.0.0/8`). Only those may tell the log in `X-Forwarded-For` where a request comes from; without them, it is where its connection comes from.',
  },
  {
    name: 'SELLO_MASTER_KEY_FILE',
    meaning:
      'File of the master key that seals keys and passwords (`sello master-key create FILE`). Required with `DATABASE_URL` or a production company; otherwise it is made in `SELLO_DATA_DIR` on the first run.',
  },
  {
    name: 'SELLO_NEXT_MASTER_KEY_FILE',
    meaning:
      'File of a second master key that opens secrets as well, while one takes the place of the other at nodes that go on serving ([another master key](operating.md#another-master-key)).',
  },
  {
    name: 'SELLO_SIGNER',
    byDefault: 'process',
    check: oneOf(SIGNERS),
    meaning:
      'Where the master key and the private keys are while a node runs: in a `process` of its own that speaks over a pipe, to which the node gives what is to be signed, or `inside` the node, as on Windows unless this is set ([the signer process](operating.md#the-signer-process)).',
  },
  {
    name: 'SELLO_JOURNAL_DIR',
    meaning:
      'Folder in which each node keeps, apart from the database, what it has numbered and sent and how far it has seen the database, so that nothing is lost or numbered twice when a database comes back from an old state ([operating](operating.md)). It holds signed documents, must outlive the node, and takes some 10 kB a document. Unset: the master key file with `.journal` behind its name.',
  },
  {
    name: 'SELLO_HACIENDA_TEST_URL',
    byDefault: 'https://apitest.dtes.mh.gob.sv',
    check: AUTHORITY_URL,
    meaning: "Base URL of Hacienda's environment 00. `sello start` uses its own simulator instead.",
  },
  {
    name: 'SELLO_HACIENDA_PRODUCTION_URL',
    byDefault: 'https://api.dtes.mh.gob.sv',
    check: AUTHORITY_URL,
    meaning: "Base URL of Hacienda's environment 01.",
  },
  {
    name: 'SELLO_HACIENDA_TIMEOUT_MS',
    byDefault: '8000',
    check: wholeNumber(1, 120_000),
    meaning: 'Total deadline of one call to Hacienda, in milliseconds, 1 to 120000.',
  },
  {
    name: 'SELLO_REQUEST_BUDGET_MS',
    byDefault: '25000',
    check: wholeNumber(2, 600_000),
    meaning:
      'Time within which an issuing request is answered, in milliseconds, up to 600000; at least twice `SELLO_HACIENDA_TIMEOUT_MS`.',
  },
  {
    name: 'SELLO_QUARANTINE_MINUTES',
    byDefault: '15',
    check: minutesUpTo(1_440),
    meaning:
      'How long after the last sending of a document Hacienda may still work it off, in minutes, 0 to 1440; decimals are allowed; at least 15 with a production company. The database keeps the longest that a node was started with, which holds for all nodes ([operating](operating.md#clocks)).',
  },
  {
    name: 'SELLO_SMTP_URL',
    meaning:
      'Mail server for companies without one of their own: `smtp://user:password@host:587` (STARTTLS), `smtps://user:password@host:465` (TLS at once), or without user; special characters are percent-encoded. A password never travels without TLS. Without it, nothing is sent for those companies.',
  },
  {
    name: 'SELLO_SMTP_FROM',
    meaning: "Sender's address of the messages that go over `SELLO_SMTP_URL`; required with it.",
  },
  {
    name: 'SELLO_MAIL_NETWORKS',
    check: networks,
    meaning:
      "Addresses and networks, with commas between them (`10.0.0.5,192.168.7.0/24`), beyond the Internet in which companies may have mail servers of their own, at any port; without it, Sello speaks to a company's own mail server on the Internet only, so that nobody who names one looks around inside. The installation's server may be anywhere. The sandbox takes one on this machine as well.",
  },
  {
    name: 'SELLO_LOG_LEVEL',
    byDefault: 'info',
    check: oneOf(LOG_LEVELS),
    meaning:
      'Least level of the JSON lines on standard error: `fatal`, `error`, `warn`, `info`, `debug` or `silent`. `sello start` logs from `warn` on unless this is set.',
  },
  {
    name: 'SELLO_OPERATOR_PORT',
    byDefault: '9090',
    check: PORT_OR_NONE,
    meaning:
      'Port on `SELLO_HOST` for whoever watches a node: `GET /live` answers 200 while the process runs, `GET /ready` 200 while the database answers within a second and could keep a document (it is not read-only, its disk is not full, it has forgotten nothing, its clock is the node’s, and a standby answers where commits wait for one) and a byte can be written to the journal and requests find places, and else 503 with the reason (`unavailable`, `no_primary_found`, `no_standby_answers`, `forgot`, `clocks_apart`, `journal`, `signer` where no signer process can be started, `no_place` where somebody has found no place for half a minute while none was given back), `GET /metrics` the measures of docs/metrics.md. 1 to 65535; 0 turns it off. `sello work` opens it where this is set.',
  },
  {
    name: 'SELLO_CONSOLE',
    byDefault: 'on',
    check: oneOf(['on', 'off']),
    meaning:
      'Whether a node serves the web console under `/app`: `on` or `off` ([console](decisions/0029-the-console.md)).',
  },
  {
    name: 'SELLO_CONSOLE_PORT',
    byDefault: '0',
    check: PORT_OR_NONE,
    meaning:
      'Port of its own for the console on `SELLO_HOST`, 1 to 65535, where the interface and the console are not to be reached by the same people; 0 serves it on `SELLO_PORT`.',
  },
  {
    name: 'SELLO_CONSOLE_URL',
    check: consoleUrl,
    meaning:
      'Where browsers reach the console, without a path behind the host (`https://consola.example.com`): the base of the links in its mails, and the one site whose forms it takes. Browsers keep its cookie over https and on this machine itself only. Unset: the host of `SELLO_PUBLIC_URL`.',
  },
  {
    name: 'SELLO_OIDC_ISSUER',
    // OpenID Connect Discovery 1.0, section 3: https, without query or fragment.
    check: remoteUrl('must be the URL of the provider, such as https://accounts.google.com.'),
    meaning:
      'Provider by which users may sign in to the console besides passwords and passkeys (OpenID Connect): its issuer, such as `https://accounts.google.com`, over https or on this machine itself. It is trusted with who owns an e-mail address that it calls verified ([sign-in by a provider](operating.md#sign-in-by-a-provider)).',
  },
  {
    name: 'SELLO_OIDC_CLIENT_ID',
    meaning:
      'What the provider calls this installation; required with `SELLO_OIDC_ISSUER`. The provider has to know `/app/entrar/proveedor/vuelta` at `SELLO_CONSOLE_URL` as its redirection.',
  },
  {
    name: 'SELLO_OIDC_CLIENT_SECRET',
    meaning: 'By what the provider knows that it is this installation; required with `SELLO_OIDC_ISSUER`.',
  },
  {
    name: 'SELLO_OIDC_NAME',
    meaning:
      'What people call the provider, up to 40 characters: the button of the sign-in says “Entrar con Google”. Unset: the host of `SELLO_OIDC_ISSUER`.',
  },
  {
    name: 'SELLO_SIMULATOR_PORT',
    byDefault: '0',
    check: PORT_OR_NONE,
    meaning:
      'Port of the simulated Hacienda that `sello start` runs, 1 to 65535; 0 takes a free one at the first start and keeps it.',
  },
] as const satisfies readonly SettingDefinition[];

export type SettingName = (typeof SETTINGS)[number]['name'];
