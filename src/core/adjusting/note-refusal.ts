import type { OrderLine, SaleType } from '../drafting/order.ts';
import { problemText, type Refusal, refuse } from '../refusals/refusal.ts';
import type { ClassObstacle, NoteObstacle } from './standing.ts';

type Line = Pick<OrderLine, 'saleType'>;

/** Why a CCF admits no note, or not this one with these lines (specification 4.3); a note that copies its CCF has none. */
export function noteRefusal(obstacle: NoteObstacle, lines: readonly Line[]): Refusal {
  switch (obstacle.kind) {
    case 'invalidated':
      return refuse('ccf_invalidated');
    case 'fully_adjusted':
      return refuse('ccf_fully_adjusted');
    case 'exceeds':
      return refuse('ccf_exceeded', { amount: obstacle.amount, remaining: obstacle.remaining });
    case 'exceeds_net':
      return refuse('ccf_net_exceeded', { amount: obstacle.amount, remaining: obstacle.remaining });
    case 'exceeds_class':
      return classRefusal(obstacle, lines);
  }
}

const NAMES: Readonly<Record<SaleType, string>> = {
  taxed: 'gravado',
  exempt: 'exento',
  non_subject: 'no sujeto',
};

/** Names the first line of the class of which the note wants too much. */
function classRefusal(
  { saleType, withVat, amount, remaining }: ClassObstacle,
  lines: readonly Line[],
): Refusal {
  const refusal = refuse('ccf_class_exceeded', {
    amount,
    class: NAMES[saleType],
    basis: withVat ? 'con IVA' : 'en líneas sin IVA',
    taxed: remaining.taxed,
    exempt: remaining.exempt,
    nonSubject: remaining.non_subject,
  });
  const index = lines.findIndex((line) => line.saleType === saleType);
  if (index < 0) return refusal;
  const path = `lines[${index}].sale_type`;
  const problem = { path, code: 'class_exceeded', message: refusal.detail } as const;
  return { ...refusal, detail: problemText(problem), problems: [problem] };
}
