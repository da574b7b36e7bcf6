import fc from 'fast-check';
import type { Answer, Caller } from '../support/http-caller.ts';
import { ccfBody, invoiceBody, noteBody, suexBody } from '../support/request-bodies.ts';
import type { Description } from './description.ts';
import { violations } from './judge.ts';

/** What a caller does with one document, one thing after another. */
export type Step =
  | 'retry'
  | 'change'
  | 'status'
  | 'note'
  | 'whole_note'
  | 'invalidate'
  | 'invalidation_status'
  | 'file';

export interface Life {
  readonly type: '01' | '03' | '14';
  readonly price: number;
  readonly steps: readonly Step[];
}

export const LIVES: fc.Arbitrary<Life> = fc.record({
  type: fc.constantFrom('01', '03', '14'),
  price: fc.integer({ min: 1, max: 500_000 }).map((cents) => cents / 100),
  steps: fc.array(
    fc.constantFrom<Step[]>(
      ...([
        'retry',
        'change',
        'status',
        'note',
        'whole_note',
        'invalidate',
        'invalidation_status',
        'file',
      ] as const),
    ),
    { minLength: 3, maxLength: 8 },
  ),
});

interface Living {
  readonly caller: Caller;
  readonly description: Description;
  readonly life: Life;
  readonly reference: string;
}

let lives = 0;

/** Lives a document's life; what went against the description, or changed that never changes. */
export async function liveOut(
  caller: Caller,
  description: Description,
  life: Life,
): Promise<readonly string[]> {
  lives += 1;
  const living = { caller, description, life, reference: `vida-${lives}` };
  const issued = await issue(living, life.price);
  const found = [...issued.found];
  const number = issued.answer.body['control_number'];
  for (const [at, step] of life.steps.entries()) {
    const { answer, found: more } = await take(living, step);
    found.push(...more.map((one) => `${at} ${step}: ${one}`));
    const kept = answer.body['external_ref'] !== living.reference || answer.body['control_number'] === number;
    if (!kept) found.push(`${at} ${step}: the number has changed`);
    if (step === 'retry' && answer.status !== 200) found.push(`${at} retry: ${answer.status} ${answer.text}`);
  }
  return found;
}

interface Judged {
  readonly answer: Answer;
  readonly found: readonly string[];
}

function issue(living: Living, price: number): Promise<Judged> {
  const lines = [{ description: 'Saco de harina', quantity: 3, unit_price: price }];
  const changes = { external_ref: living.reference, lines };
  if (living.life.type === '14') return call(living, 'createSuex', { body: suexBody(changes) });
  const body = living.life.type === '03' ? ccfBody(changes) : invoiceBody(changes);
  return call(living, 'createInvoice', { body });
}

function take(living: Living, step: Step): Promise<Judged> {
  const { reference, life } = living;
  switch (step) {
    case 'retry':
      return issue(living, life.price);
    case 'change':
      return issue(living, life.price + 1);
    case 'status':
      return call(living, 'getStatus', { name: reference, query: '?include_dte=1' });
    case 'note':
      return call(living, 'createCreditMemo', { body: noteFor(living, 0.5) });
    case 'whole_note':
      return call(living, 'createCreditMemo', { body: noteBody(reference, { full_adjustment: true }) });
    case 'invalidate':
      return call(living, 'invalidateDocument', { name: reference });
    case 'invalidation_status':
      return call(living, 'getInvalidationStatus', { name: reference });
    case 'file':
      return call(living, 'getFile', { name: reference, query: '?type=json' });
  }
}

function noteFor({ reference, life }: Living, share: number) {
  const line = {
    description: 'Devolución',
    quantity: 1,
    unit_price: Math.max(0.01, Math.round(life.price * share * 100) / 100),
  };
  return noteBody(reference, { lines: [line] });
}

async function call(
  living: Living,
  operationId: string,
  { name, query = '', body }: { readonly name?: string; readonly query?: string; readonly body?: unknown },
): Promise<Judged> {
  const operation = living.description.operation(operationId);
  const address = operation.path.replace(/\{\w+\}/, encodeURIComponent(name ?? '')) + query;
  const answer = await living.caller.call(operation.method, address, body === undefined ? {} : { body });
  const sent = { body: body === undefined ? null : JSON.stringify(body) };
  return { answer, found: violations(operation, sent, answer) };
}
