/**
 * The suites that `npm test` leaves to `npm run test:all`, by the pattern of their paths, each with what makes it take long. Whoever
 * changes what one of them is about runs it by its path.
 */
export const SLOW_SUITES: Readonly<Record<string, string>> = {
  'bench/**/*.test.ts': 'counts what a sale costs on a house that it warms first',
  'src/{cli/commands/{start,serve},console/pages/operator/metrics-*,paper/press,signer/signer-process}.test.ts':
    'starts nodes, presses and signers as programs of their own',
  'src/console/{copyable,pages/**/walk}.test.ts': 'walks through pages in Chromium',
  'src/large/*-requests.test.ts': 'sends bodies of many megabytes',
  'src/operations/{contingencies/report-contingency,declarations/close-month}.test.ts':
    'tells stories of many documents',
  'src/storage/backup/*.test.ts': 'dumps and restores whole databases',
  'src/storage/embedded/*.test.ts': 'starts, kills and upgrades servers that wait for the disk',
  'src/storage/listings/*.test.ts': 'reads through archives of many thousand documents',
  'src/storage/**/migrate.test.ts': 'migrates a database from each of the steps before',
  'src/storage/{connection/{other-server,primary,server-pool},documents/claim,server/database-*}.test.ts':
    'has servers die, lie and take over',
  'simulator/main*.test.ts': 'starts the simulator as a program of its own',
  'simulator/**/structure-agreement.test.ts':
    'judges mutants of every document by the simulator and by the official files',
  'test/{adjusting,archive,export,year-end}/**/*.test.ts':
    'tells stories of many documents, each with its answers from Hacienda',
  '{src/console/pages/company/certification,test/certifying/*}.test.ts':
    'issues whole campaigns of certification, or paces them',
  'test/citus/*.test.ts': 'spreads companies over three servers',
  'test/console/{entering,hostile-*,pages,paint}.test.ts':
    'opens every page in Chromium, with words and answers meant to harm',
  'test/contracts/*.test.ts':
    'holds storage to its contracts on PostgreSQL 15, on 18, on Citus and in the simulation',
  'test/declared/planted-*.test.ts': 'plants every mistake in what a month declares',
  'test/docs/{guia*,readme-*,operating,alarms}.test.ts':
    'runs what the pages show, in the languages that they show it in',
  'test/door/*.test.ts': 'tries every table of one company from another one',
  'test/drills/**/*.test.ts': 'kills, cuts off and replaces running programs',
  'test/e2e/*.test.ts': 'installs and runs the whole product as programs of their own',
  'test/mail/*.test.ts': 'sends messages by mail servers of many kinds',
  'test/openapi/{clients,docs-page,generative}.test.ts':
    'calls every operation by generated clients, pages and requests',
  'test/paper/*.test.ts': 'has other programs read what is printed',
  'test/preview/over-*.test.ts': 'previews and issues generated sales, and compares them',
  'test/simulation/{planted-bugs,database/equivalence}.test.ts':
    'plants every mistake, and holds the simulated storage to the real one',
  'test/structure-*.test.ts': 'judges mutants of every document by the official files',
  'test/transitions/*.test.ts': 'has operations meet in every order',
  'test/{generated-documents,generated-notes,mutated-documents,rehearsed-documents,malformed-drafts,quoted-total}.test.ts':
    'issues generated sales, and compares them with another arithmetic',
  'test/{background,contingency,crash/*,database-trouble,event-versions,invalidation,launcher,pgbouncer,races,rolling-payloads}.test.ts':
    'waits for clocks, locks and connections of real servers',
};
