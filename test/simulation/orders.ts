import type { InvalidationWish } from '../../src/core/adjusting/read-motivo.ts';
import type { Order, OrderLine } from '../../src/core/drafting/order.ts';
import { exampleCompany } from '../support/example-company.ts';
import { exampleLine, exampleOrder } from '../support/example-order.ts';
import { exampleContribuyente, exampleSubject } from '../support/example-parties.ts';
import type { Asking, CancelAsking, NoteAsked } from './askings.ts';
import type { Dice } from './dice.ts';
import { markText } from './signed-text.ts';

const PERSON = { name: 'Ana Ficticia', document_type: '13', document_number: '00000001-8' };

/** The one company of a simulated world. */
export const COMPANY = exampleCompany({
  invalidation: { responsible: PERSON, requester: PERSON, default_reason: 'Se deshizo la venta' },
});
export const COMPANY_ID = '6a2f4b1c-0000-4000-8000-000000000001';

const NOTE_MODES = ['lines', 'lines', 'lines', 'lines', 'full', 'clone'] as const;

/** A note on one of these CCF: on three to seven of its ten breads, or all of them. */
export function drawNote(dice: Dice, ccf: readonly string[]): NoteAsked {
  return { ccf: dice.pick(ccf), mode: dice.pick(NOTE_MODES), quantity: dice.pick([3, 3, 4, 4, 7]) };
}

/** What a note gives back. */
export function linesOf({ mode, quantity }: NoteAsked): readonly OrderLine[] {
  return mode === 'lines' ? [exampleLine({ quantity })] : [];
}

/** A sale, or the purchase of the same thing, that carries the caller's mark into the signed bytes. */
export function orderOf(asking: Asking): Order {
  const observations = markText(asking);
  if (asking.tipoDte === '03') {
    const lines = [exampleLine({ quantity: 10 })];
    return exampleOrder({ tipoDte: '03', customer: exampleContribuyente(), lines, observations });
  }
  return asking.tipoDte === '14'
    ? exampleOrder({ tipoDte: '14', customer: exampleSubject(), observations })
    : exampleOrder({ observations });
}

/** What a caller says about an invalidation, with his mark in the signed bytes; nothing where he has no will of his own. */
export function wishOf(asking: CancelAsking): InvalidationWish {
  const reason = asking.hasWill ? markText(asking) : null;
  return { type: null, reason, responsible: null, requester: null, replacement: null };
}
