import type { Block } from '../structure/table.ts';
import type { Printed } from './printed.ts';

/**
 * The Ministry's schema generation: `v1` is the one before the 2026 normative (fe-fc-v1, fe-ccf-v3, ...), `v2` the
 * one every issuer must use from 2026-12-01 (fe-f-v2, fe-ccf-v4, ...). Source: Normativa de Cumplimiento v2.0.
 */
export type SchemaGeneration = 'v1' | 'v2';

/** The route that issues a type; `/invoice` has several and calls each by the name of an option. */
export type Issuance =
  | { readonly route: '/invoice'; readonly option: string }
  | { readonly route: '/suex' | '/credit-memo' };

/** What a document is in the issuer's books: something sold here or abroad, a part of it given back, or something bought. */
export type Movement = 'sale' | 'export' | 'return' | 'purchase';

/** The card of a document type: what is true of it and not of every other. */
export interface DocumentType {
  /** CAT-002. */
  readonly code: string;
  /** What people call one document: CAT-002 has some of its types in the plural. */
  readonly title: string;
  /** What people call it in a table, where the whole title has no place. */
  readonly shortTitle: string;
  /** `identificacion.version`. */
  readonly versions: Readonly<Record<SchemaGeneration, number>>;
  readonly structure: Readonly<Record<SchemaGeneration, Block>>;
  /** What it is called within a sentence. */
  readonly called: string;
  readonly issuedBy: Issuance;
  readonly movement: Movement;
  /**
   * Whether it stands between two taxpayers, whose VAT period closes: then it may be invalidated until a business day
   * of the next month, by an event of its own date; else for months (Manual Funcional V2.0, pages 14 and 15).
   */
  readonly isBetweenTaxpayers: boolean;
  /** Whether credit notes adjust it, take its place when it can no longer be invalidated, and show in its status. */
  readonly isAdjustedByNotes: boolean;
  /** Whether it is printed as a ticket, too (specification 2.1). */
  readonly hasTicket: boolean;
  /**
   * How many documents the Ministry wants to see in its test environment before a company issues the type in production; it
   * counts them in its portal. Source: two makers who went through it in 2026 (facts of the authority, verdicts, 12).
   */
  readonly certifiedBy: number;
  readonly printed: Printed;
}

/** A structure behind its identification block. */
export function headed(identificacion: Block, body: Block): Block {
  return { ...body, keys: { identificacion, ...body.keys } };
}
