import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A row of a facts file, before its fields are known. */
export type Row = Readonly<Record<string, unknown>>;

/** Reads one of the facts files; throws where it is missing or not the file that the manifest lists. */
export type ReadFacts = (file: string) => unknown;

export function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value as an object, or an error that names it. */
export function rowOf(value: unknown, name: string): Row {
  if (!isRow(value)) throw new Error(`${name} is not an object`);
  return value;
}

/** The value as a list of objects, or an error that names it. */
export function rowsOf(value: unknown, name: string): readonly Row[] {
  if (!Array.isArray(value)) throw new Error(`${name} is not a list`);
  return value.map((item: unknown, index) => rowOf(item, `${name}[${index}]`));
}

/** A text field of a row; an empty or missing one is an error. */
export function textOf(row: Row, field: string): string {
  const value = row[field];
  if (typeof value !== 'string' || value === '')
    throw new Error(`${field} is not a text: ${JSON.stringify(row)}`);
  return value;
}

/** A text field that may be missing or null. */
export function optionalTextOf(row: Row, field: string): string | null {
  return row[field] === undefined || row[field] === null ? null : textOf(row, field);
}

/** Whether a folder holds the catalog facts. */
export function holdsFacts(folder: string): boolean {
  return existsSync(join(folder, 'manifest.json'));
}

/** A reader of the facts in a folder; every file must have the hash that `manifest.json` gives. */
export function factsIn(folder: string): ReadFacts {
  const manifest: unknown = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
  const files = rowOf(rowOf(manifest, 'manifest')['files'], 'manifest.files');
  return (file) => {
    const bytes = readFileSync(join(folder, file));
    const expected = textOf(rowOf(files[file], `manifest.files.${file}`), 'sha256');
    const found = createHash('sha256').update(bytes).digest('hex');
    if (found !== expected) throw new Error(`${file} has the hash ${found}, the manifest says ${expected}`);
    const parsed: unknown = JSON.parse(bytes.toString('utf8'));
    return parsed;
  };
}
