import type { TipoDte } from './kinds.ts';

/** The document types of CAT-002 that Sello issues, in the order of their codes. */
export const TIPOS_DTE: readonly TipoDte[] = ['01', '03', '05', '11', '14'];

export function isTipoDte(text: string): text is TipoDte {
  return TIPOS_DTE.some((tipo) => tipo === text);
}
