import { ROLES } from '../core/users/roles.ts';
import { DEFAULT_LIMITS } from '../operations/access/ports.ts';
import type { Command } from './command.ts';

const LIMITS = '[--per-minute N] [--per-hour N]';
const STANDING = '--name TEXT [--company SLUG] [--role ROLE] [--operator]';
const ROLE_NAMES = ROLES.join(', ');
/** Which documents are meant, as the parameters of GET /documents say it. */
const SELECTION =
  '[--from DATE] [--to DATE] [--doc-type VALUE] [--state VALUE] [--establishment VALUE] ' +
  '[--point-of-sale VALUE] [--customer VALUE] [--nit VALUE] [--nrc VALUE] [--dui VALUE] ' +
  '[--amount VALUE] [--amount-min VALUE] [--amount-max VALUE] [--control-number VALUE] ' +
  '[--generation-code VALUE] [--reception-stamp VALUE] [--external-ref VALUE] ' +
  '[--invalidated VALUE] [--adjusted VALUE] [--contingency VALUE]';
/** How an accountant says what the manual leaves open. */
const CRITERIA = '[--notes WORD] [--exports WORD] [--codes LENGTH] [--names WORD]';
const CLASSES =
  '[--operation-type CODE] [--income-type CODE] [--classification CODE] [--sector CODE] [--cost-type CODE]';

/** Every command, in the order of the help. Nothing of a command is loaded before it runs. */
export const COMMANDS: readonly Command[] = [
  {
    usage: 'start',
    summary: 'Run the sandbox: database, simulated Hacienda, a fictitious company and its first invoice.',
    load: async () => (await import('./commands/start.ts')).start,
  },
  {
    usage: 'serve',
    summary: 'Run the service until it is told to end (Ctrl-C, SIGTERM).',
    load: async () => (await import('./commands/serve.ts')).serve,
  },
  {
    usage: 'work',
    summary: 'Run the background work alone, without the HTTP interface, until it is told to end.',
    load: async () => (await import('./commands/serve.ts')).work,
  },
  {
    usage: `simulator [--port N] [--state-file FILE] [--host ADDRESS] [--dates lenient|strict] [--lote-ms N] [--related checked|trusted] [--events seen|v1|v2|any] [--anonymous any|36|37] [--rejected unknown|repeated]`,
    summary: 'Run the simulated Hacienda alone until it is told to end.',
    load: async () => (await import('./commands/simulator.ts')).simulator,
  },
  {
    usage: 'company apply FILE [--force]',
    summary:
      'Create the company of a JSON file, or change it to what the file says; with --force also to a generation in which some of its documents could not be issued.',
    load: async () => (await import('./commands/company-apply.ts')).companyApply,
  },
  {
    usage: 'company list',
    summary: 'List the companies.',
    load: async () => (await import('./commands/company.ts')).companyList,
  },
  {
    usage: 'company show COMPANY',
    summary: 'Print the company file of a company, as "company apply" takes it.',
    load: async () => (await import('./commands/company.ts')).companyShow,
  },
  {
    usage: 'certificate import COMPANY FILE --password-file FILE',
    summary: "Import the Ministry's certificate of a company; running nodes use it at once.",
    load: async () => (await import('./commands/secret.ts')).certificateImport,
  },
  {
    usage: 'certificate make-test COMPANY',
    summary:
      'Give a company of environment 00 a certificate and credentials that the simulated Hacienda takes.',
    load: async () => (await import('./commands/secret.ts')).certificateMakeTest,
  },
  {
    usage: 'credentials set COMPANY --user U --password-file FILE',
    summary: "Keep a company's user and password at Hacienda's API.",
    load: async () => (await import('./commands/secret.ts')).credentialsSet,
  },
  {
    usage: 'smtp-password set COMPANY --password-file FILE',
    summary: 'Keep the password of the mail server in the file of a company.',
    load: async () => (await import('./commands/secret.ts')).smtpPasswordSet,
  },
  {
    usage: `key create COMPANY ${LIMITS} [--name TEXT]`,
    summary: `Make an API key; it is shown this once. Limits are ${DEFAULT_LIMITS.perMinute} and ${DEFAULT_LIMITS.perHour} unless given.`,
    load: async () => (await import('./commands/key.ts')).keyCreate,
  },
  {
    usage: 'key list',
    summary: 'List the API keys of all companies, without their secrets.',
    load: async () => (await import('./commands/key.ts')).keyList,
  },
  {
    usage: `key limits ID ${LIMITS}`,
    summary: 'Change what a key may ask in a minute and an hour; running nodes follow at once.',
    load: async () => (await import('./commands/key.ts')).keyLimits,
  },
  {
    usage: 'key rotate ID [--revoke-in MINUTES]',
    summary:
      'Make a second key with the company, limits and name of this one, which goes on until it is revoked.',
    load: async () => (await import('./commands/key.ts')).keyRotate,
  },
  {
    usage: 'key revoke ID',
    summary: 'Revoke an API key; running nodes refuse it at once.',
    load: async () => (await import('./commands/key.ts')).keyRevoke,
  },
  {
    usage: 'key bind',
    summary:
      'Bind the API keys of versions before this one to their companies, and accept none that is not; all nodes must be of this version.',
    load: async () => (await import('./commands/key.ts')).keyBind,
  },
  {
    usage: 'pepper rotate',
    summary:
      'Make the next pepper, under which the hashes of new API keys are made; the others go on under theirs.',
    load: async () => (await import('./commands/key.ts')).pepperRotate,
  },
  {
    usage: 'pepper retire VERSION',
    summary: 'Remove a pepper with which no live API key is hashed any more.',
    load: async () => (await import('./commands/key.ts')).pepperRetire,
  },
  {
    usage: 'links revoke --company SLUG',
    summary:
      'Let no link to files of the company that was given until now open anything; answers carry new ones.',
    load: async () => (await import('./commands/company.ts')).linksRevoke,
  },
  {
    usage: `user create EMAIL ${STANDING} [--force]`,
    summary: `Make a user of the console with a role (${ROLE_NAMES}), who chooses a password by the link that is printed; with --force, give the role to one that there is already.`,
    load: async () => (await import('./commands/user.ts')).userCreate,
  },
  {
    usage: `user invite EMAIL ${STANDING}`,
    summary: `Mail somebody a link to become a user of the console (${ROLE_NAMES}); it ends after 7 days, and is printed where it cannot be mailed.`,
    load: async () => (await import('./commands/user.ts')).userInvite,
  },
  {
    usage: 'user list [--company SLUG]',
    summary: 'List the users of the console, with what they are in which company and when they came in last.',
    load: async () => (await import('./commands/user.ts')).userList,
  },
  {
    usage: 'user disable EMAIL [--company SLUG]',
    summary:
      'Keep a user out of a company, or of everything, and end the sessions then; what was done stays.',
    load: async () => (await import('./commands/user.ts')).userDisable,
  },
  {
    usage: 'user enable EMAIL [--company SLUG]',
    summary: 'Let a disabled user in again.',
    load: async () => (await import('./commands/user.ts')).userEnable,
  },
  {
    usage: 'user reset EMAIL [--now]',
    summary:
      'Mail a user a link to choose another password; it is printed where it cannot be mailed. Whoever uses it ends the password, the passkeys, the link to an account at the provider of the sign-in and the sessions that there were; with --now these end at once.',
    load: async () => (await import('./commands/user.ts')).userReset,
  },
  {
    usage: 'user sessions EMAIL [--end]',
    summary: 'List where a user is signed in, and with --end sign the user out everywhere.',
    load: async () => (await import('./commands/user.ts')).userSessions,
  },
  {
    usage: `document list COMPANY ${SELECTION} [--limit N]`,
    summary: `List a company's documents, the newest first: 50, or as many as --limit says.`,
    load: async () => (await import('./commands/document.ts')).documentList,
  },
  {
    usage: 'document show COMPANY ID_OR_REF',
    summary: 'Show a document as it stands, by its identifier or reference.',
    load: async () => (await import('./commands/document.ts')).documentShow,
  },
  {
    usage: 'document events COMPANY ID_OR_REF',
    summary:
      'Tell what happened to a document, in order, and every version of its bytes that was signed, with its hash and what the authority answered.',
    load: async () => (await import('./commands/document.ts')).documentEvents,
  },
  {
    usage: `document export COMPANY FILE ${SELECTION}`,
    summary:
      "Write a company's documents, the oldest first, as a table into a new file, whose name ends with .csv or .xlsx. For the signed documents and their PDFs: GET /documents.zip.",
    load: async () => (await import('./commands/document.ts')).documentExport,
  },
  {
    usage: `f07 export COMPANY MONTH FOLDER ${CRITERIA}`,
    summary:
      'Write the annexes of form F-07 for a month, like 2026-11, as the portal takes them, the detail of F-14 and a control sheet into a folder. The options stand for an accountant who reads the manual otherwise: credit notes below zero, exports with freight and insurance, codes of annulled documents with 32 characters, names with accents (Windows-1252).',
    load: async () => (await import('./commands/f07.ts')).f07Export,
  },
  {
    usage: 'f07 check FILE --month MONTH [--notes WORD]',
    summary:
      "Read a file of an annex of form F-07 or of F-14's detail, Sello's or another program's. What the portal refuses in its own words is a mistake, and the exit code 1; what the manual alone has otherwise is a remark.",
    load: async () => (await import('./commands/f07.ts')).f07Check,
  },
  {
    usage: `f07 classify COMPANY MONTH ${CLASSES} [--establishment CODE] [--types LIST] [--activity CODE] [--only-unclassed] [--references FILE]`,
    summary:
      'Give documents of a month that is not closed other codes of the income tax: all sales and notes, or those of an establishment, of types like 01,03, of an activity, that nobody has classed, or of the references that a file has, one a line. Purchases are --types 14 and have codes of their own. Codes that are not given stay as they are.',
    load: async () => (await import('./commands/f07.ts')).f07Classify,
  },
  {
    usage: `f07 close COMPANY MONTH [--amend] ${CRITERIA}`,
    summary:
      'Close a month: keep the files of its export as they are presented, and its books, for good. A month that is closed stays as it is; where something has changed since, --amend keeps another version. The other options are those of f07 export.',
    load: async () => (await import('./commands/f07-months.ts')).f07Close,
  },
  {
    usage: 'f07 months COMPANY',
    summary:
      'List the months of a company and how each stands: open, closed, or closed with documents that were sealed or invalidated afterwards.',
    load: async () => (await import('./commands/f07-months.ts')).f07Months,
  },
  {
    usage: 'f07 difference COMPANY MONTH [--version N]',
    summary:
      'Compare a closed month with what it would declare now: the boxes before and after, the documents by which they changed, and the rows of each annex; exit code 1 where anything differs. --version compares that closed version, from 2 on, with the one before it.',
    load: async () => (await import('./commands/f07-months.ts')).f07Difference,
  },
  {
    usage: 'f07 book COMPANY MONTH BOOK FILE [--establishment CODE] [--exports WORD]',
    summary: `Write a book of IVA for a month, like 2026-11, into a new file, whose name ends with .pdf or .xlsx. BOOK is contribuyentes or consumidores. --establishment takes one of them alone, like M001.`,
    load: async () => (await import('./commands/f07.ts')).f07Book,
  },
  {
    usage: 'doctor [COMPANY]',
    summary:
      'Look at everything that issuing needs, and say what to do about what is wrong. Changes nothing.',
    load: async () => (await import('./commands/doctor.ts')).doctor,
  },
  {
    usage: 'audit [--last N]',
    summary: 'Show what was done as the operator, by whom and from where; the latest first, 50 unless given.',
    load: async () => (await import('./commands/audit.ts')).audit,
  },
  {
    usage: 'numbers [COMPANY]',
    summary:
      'List the control numbers that no document has, and why: another system has them, or a reconciliation passed them. Ends with 1 where nobody knows why.',
    load: async () => (await import('./commands/numbers.ts')).numbers,
  },
  {
    usage: 'rehearse COMPANY [--generation v1|v2] [--since DATE] [--csv FILE]',
    summary:
      'Build what a company has issued in the other generation (v2 unless given), without issuing anything, and say what would not survive. Writes the customers and products to be completed into a CSV file. Ends with 1 where a document is impossible.',
    load: async () => (await import('./commands/rehearse.ts')).rehearse,
  },
  {
    usage: 'customers complete FILE',
    summary:
      'Read back the CSV file of a rehearsal: sales that do not say district, document type, activity or unit take what it tells, from the next one on.',
    load: async () => (await import('./commands/rehearse.ts')).customersComplete,
  },
  {
    usage:
      'certify COMPANY [--types TYPES] [--customers FILE] [--per-second N] [--campaign NAME] [--record FOLDER]',
    summary:
      'Do in the test environment what the Ministry asks of a company before production: 90 documents of type 01, 75 of 03, 50 of 05, 90 of 11, 25 of 14, 5 invalidations and 5 contingencies, of all types unless --types names some (01,03). Sells to the taxpayers in FILE, a JSON list of customers as POST /invoice takes them, which the Ministry must know. Run again, it goes on where it stopped; nothing is sent twice. Stops at the first answer that it does not expect. --record writes what was sent, as HTML and JSON. Exit code 1 where anything is missing.',
    load: async () => (await import('./commands/certify.ts')).certify,
  },
  {
    usage: 'backup FOLDER',
    summary:
      'Write all that the database holds into a new FOLDER, while nodes go on; the master key is not in it.',
    load: async () => (await import('./commands/backup.ts')).backup,
  },
  {
    usage: 'restore FOLDER',
    summary:
      'Fill an empty database with the backup in FOLDER; then run "sello reconcile" before anything is issued.',
    load: async () => (await import('./commands/backup.ts')).restore,
  },
  {
    usage: `reconcile [--journals DIR] [--skip N] [--days N] [--month MONTH] [--company COMPANY] [--rate N] [--csv FILE] [--anew]`,
    summary:
      'After a fail-over or a restored backup: put back what the journals tell, ask Hacienda, and let numbers be given again. With --month and --company (slug or NIT), something else: ask Hacienda about every document of that month, 5 questions a second unless --rate says otherwise, and list what is only here, only there and different; run again, it goes on where it was interrupted, and --anew begins from the first document. Exit code 1 where anything differs.',
    load: async () => (await import('./commands/reconcile.ts')).reconcile,
  },
  {
    usage: 'verify [--company SLUG] [--export DIR]',
    summary:
      'Look at every archived row, its hash and signature and its place in the chain; asks nobody outside.',
    load: async () => (await import('./commands/backup.ts')).verify,
  },
  {
    usage: 'verdict keep FILE FOLDER --source TEXT [--mark MARK] [--service NAME] [--document JSON_FILE]',
    summary: `Make a case of the book of verdicts in a new folder from an answer of the authority that was logged: its JSON, the answer of GET /status?include_dte=1 or what document events --json prints; FILE is - for the standard input. Names, numbers, codes, seals, addresses and dates are replaced by made-up ones, amounts are not. --source says who saw the answer, --mark (R, B, C, ?; R unless given) how well. Asks nobody.`,
    load: async () => (await import('./commands/verdict.ts')).verdictKeep,
  },
  {
    usage: 'migrate',
    summary:
      "Bring the database to this version's schema; other commands do so too, and nodes whose login may.",
    load: async () => (await import('./commands/database.ts')).migrate,
  },
  {
    usage: 'distribute [--apply]',
    summary:
      'Spread the database over the servers that its Citus knows, by company; without --apply, say what would be done and do nothing. Nodes have to be stopped meanwhile. Run again, it goes on where it was interrupted.',
    load: async () => (await import('./commands/database.ts')).distribute,
  },
  {
    usage: 'master-key create FILE',
    summary: 'Make a master key file for SELLO_MASTER_KEY_FILE, readable by its owner alone.',
    load: async () => (await import('./commands/secret.ts')).masterKeyCreate,
  },
  {
    usage: 'master-key rotate NEW_FILE',
    summary:
      'Seal every secret under the master key of NEW_FILE, made where there is none; every node that runs must know both.',
    load: async () => (await import('./commands/secret.ts')).masterKeyRotate,
  },
];
