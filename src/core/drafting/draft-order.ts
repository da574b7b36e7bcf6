import type { TipoDte } from '../dte/kinds.ts';
import { CREDITO_FISCAL_RULES } from './credito-fiscal-draft.ts';
import { draftBy, type TypeRules } from './every-draft.ts';
import { EXPORTACION_RULES } from './exportacion-draft.ts';
import { FACTURA_RULES } from './factura-draft.ts';
import type { DraftContext, Drafting, Order, PartyOrder } from './order.ts';
import { SUJETO_EXCLUIDO_RULES } from './sujeto-excluido-draft.ts';

/** By the type; a credit note is drafted from the document that it adjusts. */
const RULES: Readonly<Record<TipoDte, TypeRules | null>> = {
  '01': FACTURA_RULES,
  '03': CREDITO_FISCAL_RULES,
  '05': null,
  '11': EXPORTACION_RULES,
  '14': SUJETO_EXCLUIDO_RULES,
};

/** What a party may say that no document of the type carries and nothing of it depends on; a test holds the drafts to it. */
export const UNUSED_OF_PARTY: Readonly<Record<TipoDte, readonly (keyof PartyOrder)[]>> = {
  '01': ['tradeName', 'personType'],
  '03': ['country', 'personType'],
  '05': [],
  '11': ['nrc', 'typeContributor', 'department', 'municipality', 'district', 'districtCode'],
  '14': ['nrc', 'tradeName', 'typeContributor', 'country', 'personType'],
};

/**
 * Applies the rules of the order's type. Throws RangeError for an order of type 05: a credit note is drafted from the
 * document it adjusts.
 */
export function draftOrder(order: Order, context: DraftContext): Drafting {
  const rules = RULES[order.tipoDte];
  if (rules === null) throw new RangeError('a credit note is drafted from the document it adjusts');
  return draftBy(rules, order, context);
}
