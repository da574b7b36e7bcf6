/** Where a list comes from. `published` is a year and month, or a year. */
export interface CatalogSource {
  readonly title: string;
  readonly publisher: string;
  readonly published: string;
}

/** A published list of rows; `count` is the number of rows that its publisher's own list has. */
export interface PublishedList<Row> {
  readonly title: string;
  readonly source: CatalogSource;
  readonly count: number;
  readonly rows: readonly Row[];
}

/** A code and what it stands for. */
export interface CatalogEntry {
  readonly code: string;
  readonly description: string;
  /** CAT-015 only: 1 in the summary, 2 in the document's body, 3 ad valorem, for information. */
  readonly section?: 1 | 2 | 3;
}

/** The Ministry's catalogs by their own names. */
export type CatalogId =
  | 'CAT-001'
  | 'CAT-002'
  | 'CAT-003'
  | 'CAT-004'
  | 'CAT-005'
  | 'CAT-006'
  | 'CAT-007'
  | 'CAT-008'
  | 'CAT-009'
  | 'CAT-010'
  | 'CAT-011'
  | 'CAT-012'
  | 'CAT-013'
  | 'CAT-014'
  | 'CAT-015'
  | 'CAT-016'
  | 'CAT-017'
  | 'CAT-018'
  | 'CAT-019'
  | 'CAT-020'
  | 'CAT-021'
  | 'CAT-022'
  | 'CAT-023'
  | 'CAT-024'
  | 'CAT-025'
  | 'CAT-026'
  | 'CAT-027'
  | 'CAT-028'
  | 'CAT-029'
  | 'CAT-030'
  | 'CAT-031'
  | 'CAT-032'
  | 'CAT-033';

/** One of the Ministry's catalogs. */
export interface Catalog {
  readonly id: CatalogId;
  readonly title: string;
  readonly source: CatalogSource;
  readonly count: number;
  /** Whether the signed document carries the code as a JSON number. */
  readonly numeric: boolean;
  readonly entries: readonly CatalogEntry[];
}

/** A municipality of 2024 (CAT-013): `code` has four digits, the document carries `shortCode`. */
export interface Municipality {
  readonly code: string;
  readonly shortCode: string;
  readonly name: string;
}

/** A department (CAT-012) with its municipalities. */
export interface Department {
  readonly code: string;
  readonly name: string;
  readonly municipalities: readonly Municipality[];
}

/** A district (CAT-008). `code` is unique in its department only; `id` is department, municipality and district. */
export interface District {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly departmentCode: string;
  readonly municipalityShortCode: string;
  /** Other names in use, where there are any. */
  readonly aliases?: readonly string[];
}

/** A country code of the v1 schemas (four digits) and the CAT-020 code it stands for. */
export interface LegacyCountry {
  readonly code: string;
  readonly description: string;
  /** Null where no country of today corresponds to it. */
  readonly isoCode: string | null;
  /** False for dissolved or renamed states, parts of a country and a second code of the same country. */
  readonly current: boolean;
}

/** A day off of the whole country by a decree of its own, and the law it rests on. `date` is `YYYY-MM-DD`. */
export interface DecreedDayOff {
  readonly date: string;
  readonly name: string;
  readonly law: string;
}
