import { nearestName } from '../core/refusals/nearest-name.ts';
import { type Command, type Invocation, usageOf } from './command.ts';
import { UsageFailure } from './failure.ts';

/** What the command line asks for. */
export type Request =
  | { readonly kind: 'run'; readonly invocation: Invocation }
  /** Help on these commands, or on everything where it is null. */
  | { readonly kind: 'help'; readonly commands: readonly Command[] | null; readonly json: boolean }
  | { readonly kind: 'version'; readonly json: boolean };

const FLAGS = ['json', 'help', 'version'];

/** Reads a command line. Throws UsageFailure with one sentence that names what is near. */
export function readArguments(args: readonly string[], commands: readonly Command[]): Request {
  const words = split(args, commands);
  const json = words.flags.has('json');
  if (words.flags.has('version')) return { kind: 'version', json };
  const [first] = words.positionals;
  const asksHelp = words.flags.has('help') || first === undefined || first === 'help';
  const rest = first === 'help' ? words.positionals.slice(1) : words.positionals;
  if (asksHelp)
    return { kind: 'help', commands: rest.length === 0 ? null : findCommands(rest, commands), json };
  const command = findCommand(rest, commands);
  const places = rest.slice(command.name.split(' ').length);
  checkPlaces(command, places);
  checkOptions(command, words.options);
  return { kind: 'run', invocation: { command, places, options: words.options, json } };
}

/** Whether `--json` is there, also on a line that is otherwise wrong. */
export function wantsJson(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  return args.slice(0, end < 0 ? args.length : end).includes('--json');
}

function split(
  args: readonly string[],
  commands: readonly Command[],
): {
  readonly positionals: readonly string[];
  readonly options: ReadonlyMap<string, string>;
  readonly flags: ReadonlySet<string>;
} {
  const declared = commands.flatMap(({ options }) => Object.entries(options));
  const known = [...FLAGS, ...new Set(declared.map(([name]) => name))];
  const line = args.filter((word) => !word.startsWith('-')).join(' ');
  const named = commands.find(({ name }) => `${line} `.startsWith(`${name} `));
  // What a command calls an option of its own is none of the flags there.
  const flagged = FLAGS.filter((name) => named === undefined || !Object.hasOwn(named.options, name));
  const bare = [...flagged, ...declared.flatMap(([name, value]) => (value === '' ? [name] : []))];
  const positionals: string[] = [];
  const options = new Map<string, string>();
  const flags = new Set<string>();
  const rest = [...args];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === '--') positionals.push(...rest.splice(0));
    else if (word === '-h') flags.add('help');
    else if (!word.startsWith('-') || word === '-') positionals.push(word);
    else readOption(word, rest, { known, bare, options, flags });
  }
  return { positionals, options, flags };
}

/** Reads `--name`, `--name=value` or `--name value`; the value is taken off `rest`. */
function readOption(
  word: string,
  rest: string[],
  {
    known,
    bare,
    options,
    flags,
  }: {
    readonly known: readonly string[];
    /** Those that take no value. */
    readonly bare: readonly string[];
    readonly options: Map<string, string>;
    readonly flags: Set<string>;
  },
): void {
  const [, name = '', , inline] = /^--?([^=]*)(=(.*))?$/s.exec(word) ?? [];
  if (!word.startsWith('--') || !known.includes(name)) throw unknown('option', `--${name}`, known);
  if (bare.includes(name)) {
    if (inline !== undefined) throw new UsageFailure(`--${name} takes no value.`);
    if (FLAGS.includes(name)) flags.add(name);
    else options.set(name, '');
    return;
  }
  if (options.has(name)) throw new UsageFailure(`--${name} is given twice.`);
  const value = inline ?? rest.shift();
  if (value === undefined || (inline === undefined && value.startsWith('--')))
    throw new UsageFailure(`--${name} needs a value.`);
  options.set(name, value);
}

/** Finds the command of these words; for one word, also all commands that begin with it. */
function findCommands(words: readonly string[], commands: readonly Command[]): readonly Command[] {
  const family = words.length === 1 ? familyOf(words[0] ?? '', commands) : [];
  return family.length > 0 ? family : [findCommand(words, commands)];
}

function familyOf(first: string, commands: readonly Command[]): readonly Command[] {
  return commands.filter(({ name }) => name.startsWith(`${first} `));
}

function findCommand(words: readonly string[], commands: readonly Command[]): Command {
  const [first = '', second = ''] = words;
  const found = commands.find(({ name }) => name === `${first} ${second}` || name === first);
  if (found !== undefined) return found;
  const family = familyOf(first, commands).map(({ name }) => name);
  const names = family.length > 0 ? family : commands.map(({ name }) => name);
  const typed = second === '' ? first : `${first} ${second}`;
  const nearest = nearestName(typed, names) ?? nearestName(first, names);
  if (nearest !== null) throw new UsageFailure(`There is no command "${typed}": did you mean "${nearest}"?`);
  throw new UsageFailure(`There is no command "${typed}": ${hintAt(family)}.`);
}

function hintAt(family: readonly string[]): string {
  if (family.length === 0) return 'sello help lists those there are';
  return `there ${family.length === 1 ? 'is only' : 'are'} ${family.join(', ')}`;
}

function unknown(kind: string, typed: string, known: readonly string[]): UsageFailure {
  const nearest = nearestName(typed, known);
  const hint = nearest === null ? 'sello help lists those there are.' : `did you mean --${nearest}?`;
  return new UsageFailure(`There is no ${kind} ${typed}: ${hint}`);
}

function checkPlaces(command: Command, places: readonly string[]): void {
  const missing = command.places.slice(places.length).find((place) => !place.startsWith('['));
  if (missing !== undefined) throw new UsageFailure(`${missing} is missing: ${usageOf(command)}`);
  const extra = places[command.places.length];
  if (extra !== undefined) throw new UsageFailure(`"${extra}" is one word too many: ${usageOf(command)}`);
}

function checkOptions(command: Command, options: ReadonlyMap<string, string>): void {
  const own = Object.keys(command.options);
  const foreign = [...options.keys()].find((name) => !own.includes(name));
  if (foreign !== undefined)
    throw new UsageFailure(`"${command.name}" has no option --${foreign}: ${usageOf(command)}`);
  const required = Object.entries(command.options).filter(([, value]) => value.endsWith('!'));
  const missing = required.find(([name]) => !options.has(name));
  if (missing !== undefined) throw new UsageFailure(`--${missing[0]} is missing: ${usageOf(command)}`);
}

/** A whole number of an option within limits, or the default. */
export function integerOption(
  { options }: Invocation,
  name: string,
  limits: { readonly min: number; readonly max: number; readonly byDefault: number },
): number {
  const text = options.get(name);
  if (text === undefined) return limits.byDefault;
  const value = Number(text);
  if (/^\d{1,9}$/.test(text) && value >= limits.min && value <= limits.max) return value;
  throw new UsageFailure(
    `--${name} must be a whole number from ${limits.min} to ${limits.max}, not "${text}".`,
  );
}
