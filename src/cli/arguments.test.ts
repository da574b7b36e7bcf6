import { describe, expect, it } from 'vitest';
import { integerOption, readArguments, wantsJson } from './arguments.ts';
import type { Command } from './command.ts';
import { UsageFailure } from './failure.ts';

const COMMANDS: readonly Command[] = [
  'serve',
  'company apply FILE',
  'company list',
  'key create COMPANY [--per-minute N] [--name TEXT]',
  'credentials set COMPANY --user U --password-file FILE',
  'doctor [COMPANY]',
  'f07 difference MONTH [--version N]',
].map((usage) => ({ usage, summary: '', load: async () => async () => ({ json: {}, text: [] }) }));

function invocationOf(...args: readonly string[]) {
  const request = readArguments(args, COMMANDS);
  if (request.kind !== 'run') throw new Error(request.kind);
  return request;
}

function complaintOf(...args: readonly string[]): string {
  try {
    readArguments(args, COMMANDS);
  } catch (error) {
    if (error instanceof UsageFailure) return error.message;
    throw error;
  }
  return '';
}

describe('readArguments', () => {
  it('finds commands of one and two words with their places', () => {
    expect(invocationOf('serve')).toMatchObject({ command: { usage: 'serve' }, places: [] });
    expect(invocationOf('company', 'apply', 'a b.json')).toMatchObject({
      command: { usage: 'company apply FILE' },
      places: ['a b.json'],
    });
    expect(invocationOf('doctor').places).toEqual([]);
    expect(invocationOf('doctor', 'espiga').places).toEqual(['espiga']);
  });

  it('takes options anywhere and in both forms', () => {
    const line = ['--json', 'key', 'create', '--per-minute=5', 'espiga', '--name', 'Caja = 1'];
    const { options, places } = invocationOf(...line);
    expect(Object.fromEntries(options)).toEqual({ 'per-minute': '5', name: 'Caja = 1' });
    expect(places).toEqual(['espiga']);
    expect(wantsJson(line)).toBe(true);
  });

  it('takes what follows -- as it is', () => {
    expect(invocationOf('company', 'apply', '--', '--json').places).toEqual(['--json']);
    expect(wantsJson(['company', 'apply', '--', '--json'])).toBe(false);
    expect(wantsJson(['nonsense', '--json'])).toBe(true);
  });

  it('knows help in every form, and the version', () => {
    for (const args of [[], ['help'], ['--help'], ['-h']])
      expect(readArguments(args, COMMANDS)).toMatchObject({ kind: 'help', commands: null });
    for (const args of [
      ['help', 'key', 'create'],
      ['key', 'create', '--help'],
    ])
      expect(readArguments(args, COMMANDS)).toMatchObject({
        kind: 'help',
        commands: [{ usage: expect.stringMatching(/^key create/) }],
      });
    for (const args of [['--version'], ['doctor', '--version']])
      expect(readArguments([...args, '--json'], COMMANDS)).toEqual({ kind: 'version' });
  });

  it('takes --version as the option that a command has of that name', () => {
    const { options, places } = invocationOf('f07', 'difference', '2026-10', '--version', '2');
    expect([Object.fromEntries(options), places]).toEqual([{ version: '2' }, ['2026-10']]);
    expect(complaintOf('f07', 'difference', '2026-10', '--version')).toBe('--version needs a value.');
  });

  it('helps with all commands of one word', () => {
    for (const args of [
      ['company', '--help'],
      ['help', 'company'],
    ])
      expect(readArguments(args, COMMANDS)).toMatchObject({
        kind: 'help',
        commands: [{ usage: 'company apply FILE' }, { usage: 'company list' }],
      });
    expect(complaintOf('company', 'aply', '--help')).toMatch(/did you mean "company apply"/);
  });

  it.each([
    [['srve'], 'There is no command "srve": did you mean "serve"?'],
    [['company', 'aply', 'x'], 'There is no command "company aply": did you mean "company apply"?'],
    [['company'], 'There is no command "company": there are company apply, company list.'],
    [['key'], 'There is no command "key": there is only key create.'],
    [['help', 'docter'], 'There is no command "docter": did you mean "doctor"?'],
    [['zzzzzz'], 'There is no command "zzzzzz": sello help lists those there are.'],
    [['serve', '--jsn'], 'There is no option --jsn: did you mean --json?'],
    [['serve', '-x'], 'There is no option --x: sello help lists those there are.'],
    [['serve', '--name', 'x'], '"serve" has no option --name: sello serve'],
    [['serve', 'now'], '"now" is one word too many: sello serve'],
    [['company', 'apply'], 'FILE is missing: sello company apply FILE'],
    [['serve', '--json=1'], '--json takes no value.'],
    [['key', 'create', 'a', '--name'], '--name needs a value.'],
    [['key', 'create', 'a', '--name', '--json'], '--name needs a value.'],
    [['key', 'create', 'a', '--name', 'x', '--name', 'y'], '--name is given twice.'],
    [
      ['credentials', 'set', 'a', '--user', 'u'],
      '--password-file is missing: sello credentials set COMPANY --user U --password-file FILE',
    ],
  ])('answers %j with one sentence', (args, sentence) => {
    expect(complaintOf(...args)).toBe(sentence);
  });
});

describe('integerOption', () => {
  const limits = { min: 1, max: 100, byDefault: 7 };

  it('reads a whole number or takes the default', () => {
    expect(integerOption(invocationOf('key', 'create', 'a'), 'per-minute', limits)).toBe(7);
    expect(
      integerOption(invocationOf('key', 'create', 'a', '--per-minute', '100'), 'per-minute', limits),
    ).toBe(100);
  });

  it.each(['0', '101', '1.5', '-1', 'ten', ''])('refuses %j', (text) => {
    const invocation = invocationOf('key', 'create', 'a', `--per-minute=${text}`);
    expect(() => integerOption(invocation, 'per-minute', limits)).toThrow(
      `--per-minute must be a whole number from 1 to 100, not "${text}".`,
    );
  });
});
