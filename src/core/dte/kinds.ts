/** CAT-001, destination environment: `00` test, `01` production. */
export type Ambiente = '00' | '01';

/** CAT-002, the document types that Sello issues. */
export type TipoDte = '01' | '03' | '05' | '11' | '14';

/**
 * The Ministry's schema generation: `v1` is the one before the 2026 normative (fe-fc-v1, fe-ccf-v3, ...), `v2` the
 * one every issuer must use from 2026-12-01 (fe-f-v2, fe-ccf-v4, ...). Source: Normativa de Cumplimiento v2.0.
 */
export type SchemaGeneration = 'v1' | 'v2';
