import type { Explanation } from '../../core/explaining/explain.ts';
import { block } from './blocks.ts';
import { entries } from './names.ts';
import type { Block, Entry } from './sheet.ts';

/** More reasons than these nobody reads on a page; the status has all of them. */
const MOST_REASONS = 3;

/** Why a document was refused, and what to do: the first thing that its page says. */
export function rejectionBlocks(rejection: readonly Explanation[]): readonly Block[] {
  const told = rejection.slice(0, MOST_REASONS);
  const others = rejection.length - told.length;
  const more =
    others > 0 ? [entries(['Y además', `${others} motivos más, en la consulta del documento.`])] : [];
  const reasons = told.flatMap((one, at) => rowsOf(one, rejection.length === 1 ? '' : `${at + 1}. `));
  return block('Por qué fue rechazado', [...reasons, ...more]);
}

function rowsOf(
  { said, code, official, field, value, why, remedy }: Explanation,
  number: string,
): readonly (readonly Entry[])[] {
  const named = [field, official].filter((name) => name !== null);
  return [
    entries([`${number}Hacienda dice`, code === '' ? said : `${code}: ${said}`], ['Por qué', why]),
    entries(['Dato', named.length === 0 ? null : named.join(', en el documento ')], ['Valor', value]),
    entries(['Qué hacer', remedy]),
  ];
}
