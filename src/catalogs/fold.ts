/**
 * The text without case, accents and doubled blanks, for comparing what people type with what a catalog says:
 * `CAFÉ  molido` and `cafe molido` fold to the same, and so do `Cabañas` and `cabanas`.
 */
export function foldText(text: string): string {
  return text.normalize('NFD').toLowerCase().replace(/\p{M}/gu, '').replace(/\s+/gu, ' ').trim();
}
