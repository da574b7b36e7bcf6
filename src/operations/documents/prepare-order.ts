import { generationAt } from '../../core/company/generation.ts';
import { draftOrder } from '../../core/drafting/draft-order.ts';
import type { Draft, Drafting, Order } from '../../core/drafting/order.ts';
import type { SchemaGeneration } from '../../core/dte/kinds.ts';
import type { PointOfIssue } from '../../core/identifiers/numero-control.ts';
import { type Refusal, refuseProblems } from '../../core/refusals/refusal.ts';
import type { IssuingCompany } from './issuing-context.ts';
import type { Clock } from './ports.ts';

/** What drafting makes of a request, and what makes it anew: all that a document is before it takes its number. */
export interface Prepared<Drafted extends Draft = Draft> {
  readonly generation: SchemaGeneration;
  readonly draft: Drafted;
  /** Drafts it again where its number exists already and wants another place or generation. */
  readonly redraft: (place: PointOfIssue, generation: SchemaGeneration) => Drafted | Exclude<Drafting, Draft>;
}

/** What tells the date. */
export interface Today {
  readonly clock: Pick<Clock, 'now'>;
}

/** An order as a document of today, or what is wrong with it. Issuing and previewing begin with this, and with nothing else. */
export function prepareOrder(
  { clock }: Today,
  { company }: IssuingCompany,
  order: Order,
): ({ readonly kind: 'prepared' } & Prepared) | Refusal {
  const generation = generationAt(company, order.tipoDte, clock.now());
  const draft = draftOrder(order, { company, generation, place: null });
  if (draft.kind === 'problems') return refuseProblems(draft.problems);
  return {
    kind: 'prepared',
    generation,
    draft,
    redraft: (place, admitted) => draftOrder(order, { company, generation: admitted, place }),
  };
}
