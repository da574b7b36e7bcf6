import { parseArgs } from 'node:util';
import { nearestName } from '../core/refusals/nearest-name.ts';
import { type Call, type Command, type Shape, shapeOf } from './command.ts';
import { UsageFailure } from './failure.ts';

/** What the command line asks for. */
export type Request =
  | (Pick<Call, 'places' | 'options'> & { readonly kind: 'run'; readonly command: Command })
  /** Help on these commands, or on everything where it is null. */
  | { readonly kind: 'help'; readonly commands: readonly Command[] | null }
  | { readonly kind: 'version' };

/** A command with what its usage says. */
interface Shaped extends Shape {
  readonly command: Command;
}

const FLAGS = ['json', 'help', 'version'];

/** Reads a command line. Throws UsageFailure with one sentence that names what is near. */
export function readArguments(args: readonly string[], commands: readonly Command[]): Request {
  const shaped = commands.map((command): Shaped => ({ ...shapeOf(command), command }));
  const { positionals, options, flags } = split(args, shaped);
  if (flags.has('version')) return { kind: 'version' };
  const [first] = positionals;
  const asksHelp = flags.has('help') || first === undefined || first === 'help';
  const rest = first === 'help' ? positionals.slice(1) : positionals;
  if (asksHelp) return { kind: 'help', commands: rest.length === 0 ? null : findCommands(rest, shaped) };
  const found = findCommand(rest, shaped);
  const places = rest.slice(found.name.split(' ').length);
  checkPlaces(found, places);
  checkOptions(found, options);
  return { kind: 'run', command: found.command, places, options };
}

/** Whether `--json` is there, also on a line that is otherwise wrong. */
export function wantsJson(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  return args.slice(0, end < 0 ? args.length : end).includes('--json');
}

function split(args: readonly string[], commands: readonly Shaped[]) {
  const line = args.filter((word) => !word.startsWith('-')).join(' ');
  const named = commands.find(({ name }) => `${line} `.startsWith(`${name} `));
  // What a command calls an option of its own is none of the flags there.
  const flagged = FLAGS.filter((flag) => !named?.options.some(({ name }) => name === flag));
  const declared = [
    ...flagged.map((name) => ({ name, takesValue: false })),
    ...commands.flatMap((one) => one.options),
  ];
  const known = [...new Set(declared.map(({ name }) => name))];
  const valued = new Set(known.filter((name) => declared.find((one) => one.name === name)?.takesValue));
  const types = known.map((name) => [name, { type: valued.has(name) ? 'string' : 'boolean' }] as const);
  const { positionals, tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries(types),
    strict: false,
    tokens: true,
  });
  const options = new Map<string, string>();
  const flags = new Set<string>();
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const typed = args[token.index] ?? '';
    const name = typed === '-h' ? 'help' : token.name;
    if (typed !== '-h' && !(typed.startsWith('--') && known.includes(name))) throw unknown(typed, known);
    if (valued.has(name)) checkValue(token, options.has(name));
    else if (token.value !== undefined) throw new UsageFailure(`--${name} takes no value.`);
    if (flagged.includes(name)) flags.add(name);
    else options.set(name, token.value ?? '');
  }
  return { positionals, options, flags };
}

/** A word that begins like another option is no value, unless it stands behind an equals sign. */
function checkValue(
  option: { name: string; value?: string | undefined; inlineValue?: boolean | undefined },
  isThere: boolean,
): void {
  const { name, value, inlineValue } = option;
  if (isThere) throw new UsageFailure(`--${name} is given twice.`);
  if (value === undefined || (inlineValue !== true && value.startsWith('--')))
    throw new UsageFailure(`--${name} needs a value.`);
}

/** Finds the command of these words; for one word, also all commands that begin with it. */
function findCommands(words: readonly string[], commands: readonly Shaped[]): readonly Command[] {
  const family = words.length === 1 ? familyOf(words[0] ?? '', commands) : [];
  return (family.length > 0 ? family : [findCommand(words, commands)]).map(({ command }) => command);
}

function familyOf(first: string, commands: readonly Shaped[]): readonly Shaped[] {
  return commands.filter(({ name }) => name.startsWith(`${first} `));
}

function findCommand(words: readonly string[], commands: readonly Shaped[]): Shaped {
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

function unknown(typed: string, known: readonly string[]): UsageFailure {
  const option = `--${typed.replace(/^--?|=.*$/gs, '')}`;
  const nearest = nearestName(option, known);
  const hint = nearest === null ? 'sello help lists those there are.' : `did you mean --${nearest}?`;
  return new UsageFailure(`There is no option ${option}: ${hint}`);
}

function checkPlaces(shaped: Shaped, places: readonly string[]): void {
  const missing = shaped.places.slice(places.length).find((place) => !place.startsWith('['));
  if (missing !== undefined) throw misuse(`${missing} is missing`, shaped);
  const extra = places[shaped.places.length];
  if (extra !== undefined) throw misuse(`"${extra}" is one word too many`, shaped);
}

function checkOptions(shaped: Shaped, options: ReadonlyMap<string, string>): void {
  const foreign = [...options.keys()].find((typed) => shaped.options.every(({ name }) => name !== typed));
  if (foreign !== undefined) throw misuse(`"${shaped.name}" has no option --${foreign}`, shaped);
  const missing = shaped.options.find(({ name, needed }) => needed && !options.has(name));
  if (missing !== undefined) throw misuse(`--${missing.name} is missing`, shaped);
}

function misuse(what: string, { command }: Shaped): UsageFailure {
  return new UsageFailure(`${what}: sello ${command.usage}`);
}

/** A whole number of an option within limits, or the default. */
export function integerOption<Default extends number | null>(
  { options }: Pick<Call, 'options'>,
  name: string,
  limits: { readonly min: number; readonly max: number; readonly byDefault: Default },
): number | Default {
  const text = options.get(name);
  if (text === undefined) return limits.byDefault;
  const value = Number(text);
  if (/^\d{1,9}$/.test(text) && value >= limits.min && value <= limits.max) return value;
  throw new UsageFailure(
    `--${name} must be a whole number from ${limits.min} to ${limits.max}, not "${text}".`,
  );
}
