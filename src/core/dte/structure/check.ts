import { isJsonObject, type JsonObject } from '../../json/read-json.ts';
import { madeOfTable, type SchemaGeneration, type TipoDte } from '../kinds.ts';
import {
  type Block,
  type Condition,
  type Field,
  type Fields,
  isChoice,
  type List,
  type Rule,
} from './table.ts';
import { type Check, type Place, ROOT, readWords, report, type StructureProblem } from './words.ts';

/** Checks values by a field of a table. The table is read once; what comes of it takes time in proportion to a value. */
export function checkOf(field: Field): Check {
  if (typeof field === 'string') {
    const { check, orNull } = readWords(field);
    return orNull ? nullable(check) : check;
  }
  if (isChoice(field)) return oneOf(field);
  const check = 'each' in field ? listOf(field) : blockOf(field);
  return field.orNull === true ? nullable(check) : check;
}

function nullable(check: Check): Check {
  return (candidate, at, found) => {
    if (candidate !== null) check(candidate, at, found);
  };
}

function oneOf(choice: readonly unknown[]): Check {
  const listed: ReadonlySet<unknown> = new Set(choice);
  const many = choice.length === 1 ? 'the one value it may have' : 'one of the listed values';
  const message = choice.length === 1 && choice[0] === null ? 'must be null' : `must be ${many}`;
  return (candidate, at, found) => {
    if (!listed.has(candidate)) report(found, at, message);
  };
}

type NamedChecks = readonly (readonly [string, Check])[];

function checksOf(fields: Fields): NamedChecks {
  return Object.entries(fields).map(([key, field]) => [key, checkOf(field)]);
}

function blockOf(block: Block): Check {
  const checks = checksOf(block.keys);
  const rules = (block.rules ?? []).map(ruleOf);
  const isOpen = block.open === true;
  return (candidate, at, found) => {
    if (!isJsonObject(candidate)) {
      report(found, at, 'must be an object');
      return;
    }
    for (const [step, check] of checks) {
      const place = { parent: at, step };
      if (Object.hasOwn(candidate, step)) check(candidate[step], place, found);
      else if (!isOpen) report(found, place, 'is missing');
    }
    if (!isOpen) reportStrays(block.keys, { members: candidate, at }, found);
    for (const rule of rules) rule(candidate, at, found);
  };
}

/** The members of a block, and where it stands. */
interface Site {
  readonly members: JsonObject;
  readonly at: Place;
}

function reportStrays(keys: Fields, { members, at }: Site, found: StructureProblem[]): void {
  for (const step of Object.keys(members)) {
    if (!Object.hasOwn(keys, step)) report(found, { parent: at, step }, 'is not a key of this object');
  }
}

/** What a rule says of a member that is missing is of no account: the block is refused for the missing key. */
function checkPresent(checks: NamedChecks, { members, at }: Site, found: StructureProblem[]): void {
  for (const [key, check] of checks) {
    if (Object.hasOwn(members, key)) check(members[key], { parent: at, step: key }, found);
  }
}

function ruleOf(rule: Rule): (members: JsonObject, at: Place, found: StructureProblem[]) => void {
  if ('notBoth' in rule) {
    const [one, other] = rule.notBoth;
    return (members, at, found) => {
      if (isJsonObject(members[one]) && isJsonObject(members[other]))
        report(found, at, `has both ${one} and ${other}, which exclude each other`);
    };
  }
  const holds = conditionOf(rule);
  const must = checksOf(rule.must ?? {});
  const otherwise = checksOf(rule.otherwise ?? {});
  return (members, at, found) => checkPresent(holds(members) ? must : otherwise, { members, at }, found);
}

function conditionOf({ when, is, from, upTo }: Condition): (members: JsonObject) => boolean {
  const steps = when.split('.');
  const valueIn = (members: JsonObject) =>
    steps.reduce<unknown>((at, step) => (isJsonObject(at) ? at[step] : undefined), members);
  if (is !== undefined) {
    const listed: ReadonlySet<unknown> = new Set(is);
    return (members) => listed.has(valueIn(members));
  }
  const least = from ?? Number.NEGATIVE_INFINITY;
  const most = upTo ?? Number.POSITIVE_INFINITY;
  return (members) => {
    const value = valueIn(members);
    return typeof value === 'number' && value >= least && value <= most;
  };
}

function listOf({ each, min = 0, max = Number.POSITIVE_INFINITY, unique }: List): Check {
  const check = checkOf(each);
  return (candidate, at, found) => {
    if (!isList(candidate)) {
      report(found, at, 'must be a list');
      return;
    }
    if (candidate.length < min) report(found, at, `must have at least ${min} entries`);
    if (candidate.length > max) report(found, at, `must have at most ${max} entries`);
    const before = found.length;
    for (const [index, member] of candidate.entries()) check(member, { parent: at, step: index }, found);
    // Entries of a wrong shape may be anything, endlessly nested too; only good ones are compared.
    if (unique === true && found.length === before) reportRepetitions(candidate, at, found);
  };
}

function isList(candidate: unknown): candidate is readonly unknown[] {
  return Array.isArray(candidate);
}

function reportRepetitions(entries: readonly unknown[], at: Place, found: StructureProblem[]): void {
  const seen = new Set<string>();
  for (const [index, entry] of entries.entries()) {
    const text = sameText(entry);
    if (seen.has(text)) report(found, { parent: at, step: index }, 'repeats an earlier entry');
    seen.add(text);
  }
}

/** A text that is the same for entries with the same content, in whatever order their keys stand. */
function sameText(entry: unknown): string {
  if (!isJsonObject(entry)) return JSON.stringify(entry);
  return JSON.stringify(Object.entries(entry).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

const checkFor = madeOfTable(checkOf);

/**
 * What is wrong with the structure of an official document, given as parsed JSON: keys, types, lengths, patterns,
 * listed values, ranges, decimals, lists and the conditions of v1. None for a document that its official schema
 * accepts. Takes time in proportion to the document's size.
 */
export function structureProblems(
  tipoDte: TipoDte,
  generation: SchemaGeneration,
  document: unknown,
): readonly StructureProblem[] {
  const found: StructureProblem[] = [];
  checkFor(tipoDte, generation)(document, ROOT, found);
  return found;
}
