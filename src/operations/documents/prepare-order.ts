import { generationAt } from '../../core/company/generation.ts';
import { completable, completedOrder } from '../../core/drafting/completion.ts';
import { draftOrder } from '../../core/drafting/draft-order.ts';
import type { Draft, Drafting, Order } from '../../core/drafting/order.ts';
import type { SchemaGeneration } from '../../core/dte/kinds.ts';
import type { PointOfIssue } from '../../core/identifiers/official.ts';
import { type Refusal, refuseProblems } from '../../core/refusals/refusal.ts';
import type { IssuingCompany, IssuingContext } from './issuing-context.ts';
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

/** An order that was drafted, with what its company has told of its customer and products. */
export interface PreparedOrder extends Prepared {
  readonly kind: 'prepared';
  readonly order: Order;
}

/** An order as a document of today, or what is wrong with it. Issuing and previewing begin with this, and with nothing else. */
export async function prepareOrder(
  context: Today & Pick<IssuingContext, 'completions'>,
  issuer: IssuingCompany,
  said: Order,
): Promise<PreparedOrder | Refusal> {
  const { company } = issuer;
  const generation = generationAt(company, said.tipoDte, context.clock.now());
  const order = await completedFor(context, issuer, said);
  const draft = draftOrder(order, { company, generation, place: null });
  if (draft.kind === 'problems') return refuseProblems(draft.problems);
  return {
    kind: 'prepared',
    order,
    generation,
    draft,
    redraft: (place, admitted) => draftOrder(order, { company, generation: admitted, place }),
  };
}

/** What the caller sent wins, and is what a repetition is known by. */
async function completedFor(
  { completions }: Pick<IssuingContext, 'completions'>,
  { companyId, company }: IssuingCompany,
  order: Order,
): Promise<Order> {
  const lookUp = await completions.of(companyId, company);
  return lookUp === null ? order : completedOrder(order, await lookUp(completable(order)));
}
