import { type Amount, isAmount } from '../exact/amount.ts';
import { isRecord, type JsonRecord } from '../exact/json.ts';
import { compare, ratio } from '../exact/rational.ts';
import type { Fault, Problem } from './fault.ts';
import type { ListShape, NumberShape, RecordShape, Shape, TextShape } from './shape.ts';

interface Place {
  readonly path: string;
  readonly faults: Fault[];
}

/** Everything in which a value differs from its shape; numbers must have been read as amounts. */
export function findFaults(shape: Shape, value: unknown): readonly Fault[] {
  const faults: Fault[] = [];
  inspect(shape, value, { path: '#', faults });
  return faults;
}

function inspect(shape: Shape, value: unknown, place: Place): void {
  if (value === null && shape.nullable) return;
  if (shape.kind === 'text' && typeof value === 'string') inspectText(shape, value, place);
  else if (shape.kind === 'number' && isAmount(value)) inspectNumber(shape, value, place);
  else if (shape.kind === 'record' && isRecord(value)) inspectRecord(shape, value, place);
  else if (shape.kind === 'list' && Array.isArray(value)) inspectList(shape, value, place);
  else report(place, 'type');
}

function report(place: Place, problem: Problem): void {
  place.faults.push({ path: place.path, problem });
}

function below(place: Place, key: string | number): Place {
  return { path: `${place.path}/${key}`, faults: place.faults };
}

function inspectText(shape: TextShape, value: string, place: Place): void {
  const length = codePoints(value);
  if (length < shape.minLength) report(place, 'too_short');
  if (length > shape.maxLength) report(place, 'too_long');
  if (shape.format !== null && !shape.format(value)) report(place, 'format');
  if (shape.values !== null && !shape.values.includes(value)) report(place, 'value');
}

/** Length as JSON Schema counts it: a character outside the basic plane is one. */
function codePoints(value: string): number {
  let count = 0;
  for (const _ of value) count += 1;
  return count;
}

function inspectNumber({ limits }: NumberShape, value: Amount, place: Place): void {
  const against = (bound: bigint) => compare(value, ratio(bound, 1n));
  if (limits.decimals !== undefined && value.decimals > limits.decimals) report(place, 'decimals');
  if (limits.min !== undefined && against(limits.min) < 0) report(place, 'below_minimum');
  if (limits.above !== undefined && against(limits.above) <= 0) report(place, 'not_above');
  if (limits.max !== undefined && against(limits.max) > 0) report(place, 'above_maximum');
  if (limits.below !== undefined && against(limits.below) >= 0) report(place, 'not_below');
  if (limits.values !== undefined && !limits.values.some((each) => against(each) === 0))
    report(place, 'value');
}

function inspectRecord(shape: RecordShape, value: JsonRecord, place: Place): void {
  for (const [key, field] of Object.entries(shape.fields)) {
    if (Object.hasOwn(value, key)) inspect(field, value[key], below(place, key));
    else report(below(place, key), 'missing');
  }
  for (const key of Object.keys(value)) {
    if (Object.hasOwn(shape.fields, key)) continue;
    const field = Object.hasOwn(shape.optional, key) ? shape.optional[key] : undefined;
    if (field === undefined) report(below(place, key), 'extra');
    else inspect(field, value[key], below(place, key));
  }
}

function inspectList(shape: ListShape, value: readonly unknown[], place: Place): void {
  if (value.length < shape.minItems) report(place, 'too_few');
  if (value.length > shape.maxItems) {
    report(place, 'too_many');
    return;
  }
  if (shape.distinct && new Set(value.map(canonical)).size < value.length) report(place, 'repeated');
  for (const [index, item] of value.entries()) inspect(shape.item, item, below(place, index));
}

/** A text that is the same for equal values, whatever the order of their keys. */
function canonical(value: unknown): string {
  if (isAmount(value)) return `${value.numerator}/${value.denominator}`;
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (!isRecord(value)) return JSON.stringify(value);
  const keys = Object.keys(value).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join()}}`;
}
