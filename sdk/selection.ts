import { queryOf } from './address.ts';
import type { CallOptions } from './options.ts';

/** Which documents are meant: those that are all of this. Dates are of El Salvador. */
export interface SelectionOptions extends CallOptions {
  /** The first day, YYYY-MM-DD, or second, YYYY-MM-DDTHH:MM:SS. */
  readonly from?: string | undefined;
  /** The last one. */
  readonly to?: string | undefined;
  readonly docType?: readonly string[] | undefined;
  readonly state?: readonly ('stamped' | 'contingency' | 'rejected')[] | undefined;
  readonly establishment?: string | undefined;
  readonly pointOfSale?: string | undefined;
  /** A part of the name, whatever its case and accents; three characters at least. */
  readonly customer?: string | undefined;
  readonly nit?: string | undefined;
  readonly nrc?: string | undefined;
  readonly dui?: string | undefined;
  /** In dollars, like '12.50'. */
  readonly amount?: string | undefined;
  readonly amountMin?: string | undefined;
  readonly amountMax?: string | undefined;
  /** A part of it; three characters at least. */
  readonly controlNumber?: string | undefined;
  readonly generationCode?: string | undefined;
  readonly receptionStamp?: string | undefined;
  readonly externalRef?: string | undefined;
  readonly invalidated?: boolean | undefined;
  readonly adjusted?: boolean | undefined;
  readonly contingency?: boolean | undefined;
  readonly order?: 'newest' | 'oldest' | undefined;
}

export interface TableOptions extends SelectionOptions {
  /** The columns, or the fields of each document; all unless given. */
  readonly fields?: readonly string[] | undefined;
}

export interface ArchiveOptions extends SelectionOptions {
  /** Documents of a page, 1 to 200. */
  readonly limit?: number | undefined;
  /** `next` of the page before. */
  readonly cursor?: string | undefined;
}

export interface ListOptions extends ArchiveOptions, TableOptions {
  /** Also what the whole selection comes to. */
  readonly totals?: boolean | undefined;
}

/** The query of a list or an export. */
export function selectionQuery({ signal: _, ...options }: ListOptions): string {
  const given = Object.entries(options).flatMap(([name, value]) =>
    value === undefined
      ? []
      : [[name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), textOf(value)]],
  );
  return queryOf(Object.fromEntries(given));
}

function textOf(value: string | number | boolean | readonly string[]): string {
  if (typeof value === 'boolean') return value ? '1' : '0';
  return String(value);
}
