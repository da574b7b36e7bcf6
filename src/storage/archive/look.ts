import type { SignedBy } from '../../operations/files/ports.ts';
import { type ArchivedRow, textIn } from './archived-rows.ts';
import type { DigestTable } from './digest-table.ts';

/** A damaged row as long as it is not known which document it belongs to. */
export interface Found {
  readonly table: string;
  readonly companyId: string;
  readonly key: string;
  /** The document or event that the row belongs to; null where it belongs to none. */
  readonly subject: string | null;
  readonly column: string | null;
  readonly problem: string;
}

/** What is known in the course of a look. */
export interface Look {
  readonly signatureOf: (companyId: string) => ReturnType<SignedBy>;
  /** The hash of each row that a link has, by the name of the row. */
  readonly linked: DigestTable;
  /** The hash of each link, by company and position. */
  readonly links: DigestTable;
  /** What stamped documents say of themselves, by the name of the bytes that were stamped. */
  readonly facts: DigestTable;
  /** Documents and events of which a row waits for its link. */
  readonly waiting: ReadonlySet<string>;
  /** The marks of rows that are not as they were linked, by the name of the row. */
  readonly changed: Map<string, Buffer>;
  readonly findings: Findings;
  rows(table: string): AsyncGenerator<ArchivedRow>;
  readonly counts: { rows: number; unlinked: number };
}

/** Bytes as PostgreSQL writes them in JSON; empty where they are none. */
export function bytesIn(row: ArchivedRow, column: string): Buffer {
  const [, hex = ''] = /^\\x((?:[0-9a-f]{2})*)$/.exec(textIn(row, column)) ?? [];
  return Buffer.from(hex, 'hex');
}

export function rowName(companyId: string, table: string, key: string): string {
  return `${companyId} ${table} ${key}`;
}

/** What is found in the course of a look. */
export interface Findings {
  /** A row is reported once, with what was found first. */
  report(found: Found): void;
  /** Two rows of a document do not agree: counts only where neither turns out to be damaged by itself. */
  suspect(found: Found): void;
  all(): readonly Found[];
}

export function createFindings(): Findings {
  const found = new Map<string, Found>();
  const suspects: Found[] = [];
  const report = (one: Found) => {
    const name = rowName(one.companyId, one.table, one.key);
    if (!found.has(name)) found.set(name, one);
  };
  return {
    report,
    suspect: (one) => void suspects.push(one),
    all() {
      const subjects = new Set([...found.values()].map(({ subject }) => subject));
      for (const one of suspects) if (!subjects.has(one.subject)) report(one);
      return [...found.values()];
    },
  };
}
