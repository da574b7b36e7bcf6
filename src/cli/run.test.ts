import { describe, expect, it } from 'vitest';
import { readSettings } from '../config/settings.ts';
import { SELECTION_PARAMETERS } from '../operations/listings/read-selection.ts';
import { shapeOf } from './command.ts';
import { COMMANDS } from './commands-table.ts';
import { type Entry, runCommandLine } from './run.ts';

async function run(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<{ readonly code: number; readonly out: readonly string[]; readonly err: readonly string[] }> {
  const out: string[] = [];
  const err: string[] = [];
  const entry: Entry = {
    version: '1.2.3',
    reading: readSettings(environment, '/srv/sello'),
    person: { osUser: 'ana', sudoUser: null, host: 'here', sshAddress: null },
    programOf: () => {
      throw new TypeError('a part is broken');
    },
    createMasterKey: async (path) => ({
      kind: 'refused',
      failure: 'exists',
      message: `${path} exists already.`,
    }),
    out: (line) => out.push(line),
    err: (line) => err.push(line),
  };
  return { code: await runCommandLine(args, entry), out, err };
}

describe('runCommandLine', () => {
  it('shows every command in the help, with and without --json', async () => {
    const { code, out } = await run([]);
    expect(code).toBe(0);
    for (const { usage, summary } of COMMANDS) {
      expect(out.join('\n')).toContain(`sello ${usage}`);
      expect(out.join('\n')).toContain(summary);
    }
    const asJson = await run(['help', '--json']);
    expect(JSON.parse(asJson.out.join(''))).toEqual({ help: out.join('\n') });
  });

  it('has something to load for every command', async () => {
    const loaded = await Promise.all(COMMANDS.map(({ load }) => load()));
    expect(loaded.filter((run) => typeof run !== 'function')).toEqual([]);
    expect(new Set(loaded).size).toBe(COMMANDS.length);
  });

  it.each(['document list', 'document export'])('takes for `%s` what GET /documents takes', (name) => {
    const shape = COMMANDS.map(shapeOf).find((one) => one.name === name);
    const options = shape?.options.map((option) => option.name.replaceAll('-', '_'));
    expect(options).toEqual(expect.arrayContaining(Object.keys(SELECTION_PARAMETERS)));
  });

  it('shows one command and the version', async () => {
    expect((await run(['key', 'create', '--help'])).out[0]).toMatch(/^sello key create COMPANY/);
    expect((await run(['company', '--help'])).out.filter((line) => line.startsWith('sello'))).toEqual([
      'sello company apply FILE [--force]',
      'sello company list',
      'sello company show COMPANY',
    ]);
    expect((await run(['--version'])).out).toEqual(['1.2.3']);
    expect((await run(['--version', '--json'])).out).toEqual(['{"version":"1.2.3"}']);
  });

  it('ends with 2 after a mistake on the command line', async () => {
    expect(await run(['compny', 'list'])).toEqual({
      code: 2,
      out: [],
      err: ['sello: There is no command "compny list": did you mean "company list"?'],
    });
    const { code, out, err } = await run(['compny', '--json']);
    expect({ code, err }).toEqual({ code: 2, err: [] });
    expect(JSON.parse(out.join(''))).toMatchObject({ error: { code: 'usage' } });
  });

  it('needs the settings only where it uses them', async () => {
    expect((await run(['help'], { SELLO_PROT: '1' })).code).toBe(0);
    expect(await run(['company', 'list'], { SELLO_PROT: '1' })).toEqual({
      code: 1,
      out: [],
      err: ['sello: SELLO_PROT is not a setting of Sello: did you mean SELLO_PORT?'],
    });
  });

  it('lists all wrong settings at once', async () => {
    const { err } = await run(['serve'], { SELLO_PORT: 'x', SELLO_LOG_LEVEL: 'y' });
    expect(err).toHaveLength(3);
    expect(err[0]).toBe('sello: 2 settings are wrong.');
    const { out } = await run(['serve', '--json'], { SELLO_PORT: 'x', SELLO_LOG_LEVEL: 'y' });
    expect(JSON.parse(out.join(''))).toMatchObject({
      error: { code: 'bad_settings', problems: [{ path: '' }, { path: '' }] },
    });
  });

  it('passes on the sentence of a refused file', async () => {
    const { code, err } = await run(['master-key', 'create', '/srv/llave']);
    expect({ code, err }).toEqual({ code: 1, err: ['sello: /srv/llave exists already.'] });
  });

  it('shows the stack of the unforeseen only when asked to', async () => {
    const quiet = await run(['key', 'list']);
    expect(quiet.code).toBe(1);
    expect(quiet.err).toEqual([
      'sello: Something unexpected went wrong: a part is broken',
      '  Run it again with SELLO_LOG_LEVEL=debug to see where.',
    ]);
    const loud = await run(['key', 'list'], { SELLO_LOG_LEVEL: 'debug' });
    expect(loud.err.join('\n')).toContain('run.test.ts');
  });
});
