import { describe, expect, it, onTestFinished } from 'vitest';
import { readSettings, type Settings } from './settings.ts';

const FOLDER = '/srv/sello';

function settingsOf(environment: Readonly<Record<string, string>>): Settings {
  const reading = readSettings(environment, FOLDER);
  if (reading.kind === 'problems') throw new Error(reading.problems.join('\n'));
  return reading.settings;
}

function problemsOf(environment: Readonly<Record<string, string>>): readonly string[] {
  const reading = readSettings(environment, FOLDER);
  return reading.kind === 'problems' ? reading.problems : [];
}

describe('readSettings without any variable', () => {
  it('has the defaults of the design', () => {
    expect(settingsOf({})).toEqual({
      databaseUrl: null,
      oidc: null,
      operatorDatabaseUrl: null,
      durableWithout: [],
      failOver: 'reconcile',
      dataDir: '/srv/sello/data',
      host: '127.0.0.1',
      port: 8080,
      publicUrl: 'http://localhost:8080',
      trustedProxies: [],
      masterKeyFile: null,
      nextMasterKeyFile: null,
      journalDir: null,
      haciendaTestUrl: 'https://apitest.dtes.mh.gob.sv',
      haciendaProductionUrl: 'https://api.dtes.mh.gob.sv',
      haciendaTimeoutMs: 8000,
      requestBudgetMs: 25000,
      quarantineMs: 900_000,
      smtp: null,
      mailNetworks: [],
      logLevel: null,
      operatorPort: 9090,
      signer: process.platform === 'win32' ? 'inside' : 'process',
      simulatorPort: 0,
      console: { isOn: true, port: 0, url: 'http://localhost:8080' },
      given: new Set(),
    });
  });

  it('takes an empty variable as an absent one', () => {
    expect(settingsOf({ SELLO_PORT: '', SELLO_HOST: ' ', SELLO_LOG_LEVEL: '', DATABASE_URL: '' })).toEqual(
      settingsOf({}),
    );
  });
});

describe('readSettings', () => {
  it('honours times exactly, also when they are small', () => {
    const settings = settingsOf({
      SELLO_HACIENDA_TIMEOUT_MS: '37',
      SELLO_REQUEST_BUDGET_MS: '74',
      SELLO_QUARANTINE_MINUTES: '0.02',
    });
    expect(settings).toMatchObject({ haciendaTimeoutMs: 37, requestBudgetMs: 74, quarantineMs: 1200 });
    expect(settingsOf({ SELLO_QUARANTINE_MINUTES: '0' }).quarantineMs).toBe(0);
  });

  it('makes folders and files absolute and takes slashes off the ends of URLs', () => {
    const settings = settingsOf({
      SELLO_DATA_DIR: 'var/../datos',
      SELLO_MASTER_KEY_FILE: '../llave',
      SELLO_PUBLIC_URL: 'https://dte.example.com/sello/',
      SELLO_HACIENDA_TEST_URL: 'http://127.0.0.1:9999/',
    });
    expect(settings).toMatchObject({
      dataDir: '/srv/sello/datos',
      masterKeyFile: '/srv/llave',
      publicUrl: 'https://dte.example.com/sello',
      haciendaTestUrl: 'http://127.0.0.1:9999',
    });
  });

  it('derives the public URL from the port', () => {
    expect(settingsOf({ SELLO_PORT: '8123' }).publicUrl).toBe('http://localhost:8123');
  });

  it('has the console on the host of the public URL unless told otherwise', () => {
    const consoleOf = (environment: Readonly<Record<string, string>>) => settingsOf(environment).console;
    expect(consoleOf({ SELLO_PUBLIC_URL: 'https://dte.example.com/sello' }).url).toBe(
      'https://dte.example.com',
    );
    expect(
      consoleOf({
        SELLO_CONSOLE: 'off',
        SELLO_CONSOLE_PORT: '8081',
        SELLO_CONSOLE_URL: 'https://c.example.com/',
      }),
    ).toEqual({ isOn: false, port: 8081, url: 'https://c.example.com' });
  });

  it('takes an address that names several servers', () => {
    const address = 'postgres://u:p@one:5432,two:5433/sello?target_session_attrs=read-write';
    expect(settingsOf({ DATABASE_URL: address }).databaseUrl).toBe(address);
    expect(problemsOf({ DATABASE_URL: address.replace('read-write', 'standby') })).toEqual([
      'target_session_attrs in DATABASE_URL must be read-write or primary.',
    ]);
  });

  it('remembers which variables were given', () => {
    expect([...settingsOf({ SELLO_LOG_LEVEL: 'debug', OTHER: '1' }).given]).toEqual(['SELLO_LOG_LEVEL']);
    expect(settingsOf({ SELLO_LOG_LEVEL: 'debug' }).logLevel).toBe('debug');
  });

  it('leaves the keys in the node on Windows unless told otherwise', () => {
    const { platform } = process;
    onTestFinished(() => void Object.defineProperty(process, 'platform', { value: platform }));
    Object.defineProperty(process, 'platform', { value: 'win32' });
    expect(settingsOf({}).signer).toBe('inside');
    expect(settingsOf({ SELLO_SIGNER: 'process' }).signer).toBe('process');
  });

  it('reports all mistakes at once', () => {
    const problems = problemsOf({
      SELLO_PORT: 'http',
      SELLO_QUARANTINE_MINUTES: '-1',
      SELLO_LOG_LEVEL: 'loud',
      SELLO_DATADIR: 'x',
      NODE_TLS_REJECT_UNAUTHORIZED: '0',
    });
    expect(problems).toHaveLength(5);
    expect(problems.join('\n')).toContain('SELLO_PORT must be a whole number from 1 to 65535, not "http".');
    expect(problems.join('\n')).toContain('did you mean SELLO_DATA_DIR?');
  });

  it.each([
    ['SELLO_PORT', '0'],
    ['SELLO_PORT', '65536'],
    ['SELLO_PORT', '80.5'],
    ['SELLO_OPERATOR_PORT', '-1'],
    ['SELLO_HACIENDA_TIMEOUT_MS', '0'],
    ['SELLO_HACIENDA_TIMEOUT_MS', '8s'],
    ['SELLO_QUARANTINE_MINUTES', '1e3'],
    ['SELLO_QUARANTINE_MINUTES', '1441'],
    ['SELLO_HOST', 'a b'],
    ['SELLO_PUBLIC_URL', 'dte.example.com'],
    ['SELLO_PUBLIC_URL', 'https://dte.example.com/?a=1'],
    ['SELLO_CONSOLE', 'yes'],
    ['SELLO_CONSOLE_PORT', '65536'],
    ['SELLO_CONSOLE_PORT', '8080'],
    ['SELLO_CONSOLE_PORT', '9090'],
    ['SELLO_CONSOLE_URL', 'consola.example.com'],
    ['SELLO_CONSOLE_URL', 'https://example.com/consola'],
    ['SELLO_CONSOLE_URL', 'https://a:b@example.com'],
    ['SELLO_HACIENDA_TEST_URL', 'http://apitest.dtes.mh.gob.sv'],
    ['SELLO_HACIENDA_PRODUCTION_URL', 'https://user:secret@api.dtes.mh.gob.sv'],
    ['SELLO_HACIENDA_PRODUCTION_URL', 'ftp://127.0.0.1'],
    ['DATABASE_URL', 'mysql://localhost/sello'],
    ['DATABASE_URL', 'localhost'],
    ['DATABASE_URL', 'postgres://u@one:5432,two:x/sello'],
    ['SELLO_DURABLE_WITHOUT', 'fsync,synchronous_commit'],
    ['SELLO_QUARANTENE_MINUTES', '1'],
    ['SELLO_SOMETHING_ELSE', '1'],
  ])('answers one sentence for %s=%s', (name, value) => {
    const problems = problemsOf({ [name]: value });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(new RegExp(`^${name} .*[.?]$`));
  });

  it('never repeats what may hold a password', () => {
    const problems = problemsOf({
      DATABASE_URL: 'postgers://u:secreto@h/d',
      SELLO_HACIENDA_TEST_URL: 'https://u:secreto@h',
    });
    expect(problems).toHaveLength(2);
    expect(problems.join()).not.toContain('secreto');
  });

  it('wants a budget of at least twice the timeout', () => {
    expect(problemsOf({ SELLO_HACIENDA_TIMEOUT_MS: '12501' })).toEqual([
      'SELLO_REQUEST_BUDGET_MS is 25000 and must be at least 25002, twice SELLO_HACIENDA_TIMEOUT_MS.',
    ]);
    expect(problemsOf({ SELLO_HACIENDA_TIMEOUT_MS: '12500' })).toEqual([]);
  });

  it('keeps the two ports apart', () => {
    expect(problemsOf({ SELLO_PORT: '9090' })).toHaveLength(1);
    expect(problemsOf({ SELLO_PORT: '9090', SELLO_OPERATOR_PORT: '0' })).toEqual([]);
  });
});
