import type { Person } from '../config/person.ts';
import type { Settings, SettingsReading } from '../config/settings.ts';
import { problemText } from '../core/refusals/refusal.ts';
import type { Deed } from '../operations/installation/ports.ts';
import { readArguments, wantsJson } from './arguments.ts';
import { type Answer, type Command, shapeOf } from './command.ts';
import { COMMANDS } from './commands-table.ts';
import { CommandFailure, toFailure, UsageFailure } from './failure.ts';
import { findCompany, openInstallation, unlock } from './installation.ts';
import type { MasterKeyFile, Program } from './program.ts';

/** What src/main.ts gives to the command line. */
export interface Entry {
  readonly version: string;
  readonly reading: SettingsReading;
  readonly person: Person;
  readonly programOf: (settings: Settings, deed: Deed) => Program;
  readonly createMasterKey: (path: string) => Promise<MasterKeyFile>;
  /** Standard output and standard error, a line at a time. */
  readonly out: (line: string) => void;
  readonly err: (line: string) => void;
}

const DONE = 0;
const FAILED = 1;
const MISUSED = 2;

/** Runs one command line to its end and answers the exit code. */
export async function runCommandLine(args: readonly string[], entry: Entry): Promise<number> {
  try {
    const answer = await answerTo(args, entry);
    print(answer, wantsJson(args), entry);
    return answer.exitCode ?? DONE;
  } catch (error) {
    const failure = toFailure(error);
    printFailure(failure, wantsJson(args), entry);
    if (failure.code === 'unexpected') explainFurther(error, entry);
    return failure instanceof UsageFailure ? MISUSED : FAILED;
  }
}

/** Does what a command line says. Throws CommandFailure where that cannot be done, and whatever nobody foresaw. */
export async function answerTo(args: readonly string[], entry: Entry): Promise<Answer> {
  const request = readArguments(args, COMMANDS);
  if (request.kind === 'version') return { json: { version: entry.version }, text: [entry.version] };
  if (request.kind === 'help') {
    const text = request.commands === null ? helpLines() : commandsHelp(request.commands);
    return { json: { help: text.join('\n') }, text };
  }
  const { command, places, options } = request;
  const deed = {
    command: shapeOf(command).name,
    arguments: { places, options: Object.fromEntries(options) },
  };
  const json = wantsJson(args);
  let made: Program | null = null;
  const program = () => {
    made ??= entry.programOf(settingsOf(entry.reading), { ...entry.person, ...deed });
    return made;
  };
  await using stack = new AsyncDisposableStack();
  const open = () => openInstallation(program(), stack);
  const run = await command.load();
  return await run({
    places,
    options,
    program,
    open,
    async openCompany() {
      const installation = await open();
      const { office, facts } = installation;
      if (facts.isSpread) await unlock(installation);
      return { installation, office, ...(await findCompany(office, places[0] ?? '')) };
    },
    stack,
    createMasterKey: entry.createMasterKey,
    say: json ? entry.err : entry.out,
    event: (value) => (json ? entry.out(JSON.stringify(value)) : undefined),
  });
}

function settingsOf(reading: SettingsReading): Settings {
  if (reading.kind === 'settings') return reading.settings;
  const [first = '', ...others] = reading.problems;
  if (others.length === 0) throw new CommandFailure('bad_settings', first);
  throw new CommandFailure(
    'bad_settings',
    `${reading.problems.length} settings are wrong.`,
    reading.problems.map((message) => ({ path: '', message })),
  );
}

function print({ json, text }: Answer, asJson: boolean, { out }: Entry): void {
  if (!asJson) for (const line of text) out(line);
  else if (json !== null) out(JSON.stringify(json));
}

function printFailure({ code, message, problems }: CommandFailure, asJson: boolean, entry: Entry): void {
  if (asJson) {
    entry.out(JSON.stringify({ error: { code, message, problems } }));
    return;
  }
  entry.err(`sello: ${message}`);
  for (const problem of problems) entry.err(`  ${problemText(problem)}`);
}

/** A failure that nobody foresaw is a mistake of ours: who looks for it needs the stack. */
function explainFurther(error: unknown, { reading, err }: Entry): void {
  const debugging = reading.kind === 'settings' && reading.settings.logLevel === 'debug';
  if (debugging && error instanceof Error) err(error.stack ?? error.message);
  else err('  Run it again with SELLO_LOG_LEVEL=debug to see where.');
}

function commandsHelp(commands: readonly Command[]): readonly string[] {
  return commands.flatMap((command, index) => [
    ...(index === 0 ? [] : ['']),
    `sello ${command.usage}`,
    '',
    `  ${command.summary}`,
  ]);
}

function helpLines(): readonly string[] {
  return [
    "Sello issues El Salvador's electronic tax documents.",
    '',
    ...COMMANDS.flatMap((command) => [`  sello ${command.usage}`, `      ${command.summary}`]),
    '',
    'Every command takes --json and --help. Settings are environment variables: docs/settings.md.',
  ];
}
