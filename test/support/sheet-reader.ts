import { unzip } from './unzip.ts';

/** A cell as it stands in a workbook; null where it is empty. */
export type SheetCell = string | number | null;

const ENTITIES: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&amp;': '&' };

/** The rows of a sheet of a workbook of ours, by its number from 1 on. */
export function sheetOf(workbook: Buffer, number: number): readonly (readonly SheetCell[])[] {
  const xml = unzip(workbook).get(`xl/worksheets/sheet${number}.xml`)?.toString('utf8') ?? '';
  return [...xml.matchAll(/<row[^>]*?(?:\/>|>(.*?)<\/row>)/gs)].map(([, cells = '']) =>
    [...cells.matchAll(/<c[^>]*?(?:\/>|>(?:<v>(.*?)<\/v>|<is><t[^>]*>(.*?)<\/t><\/is>)<\/c>)/gs)].map(
      ([, value, text]) =>
        value === undefined
          ? (text?.replace(/&(?:lt|gt|amp);/g, (entity) => ENTITIES[entity] ?? '') ?? null)
          : Number(value),
    ),
  );
}
