import { contextOf, type NodeStores, storesOn } from '../../src/compose/context.ts';
import type { Company } from '../../src/core/company/company.ts';
import { companyFileOf } from '../../src/core/company/company-file-of.ts';
import type { Order } from '../../src/core/drafting/order.ts';
import type { CodigoGeneracion } from '../../src/core/identifiers/official.ts';
import type { Refusal } from '../../src/core/refusals/refusal.ts';
import type {
  Authority,
  Consultation,
  ConsultQuery,
  Reception,
  Submission,
} from '../../src/operations/authority/ports.ts';
import { issueDocument } from '../../src/operations/documents/issue-document.ts';
import type { Issued } from '../../src/operations/documents/issue-drafted.ts';
import type {
  IssuingCompany,
  IssuingContext,
  IssuingTimes,
} from '../../src/operations/documents/issuing-context.ts';
import type {
  Clock,
  DocumentStore,
  Signer,
  SigningFailure,
  SigningOutcome,
} from '../../src/operations/documents/ports.ts';
import {
  type Resumed,
  revalidateDocument,
  type WorkContext,
} from '../../src/operations/documents/revalidate-document.ts';
import type { SettledDocument } from '../../src/operations/documents/submit-document.ts';
import type { WorkLoopContext } from '../../src/work/work-loop.ts';
import { REJECTED_RAW, REJECTION, STAMP, STAMPED_RAW } from './answers.ts';
import { IDENTITIES } from './document-codes.ts';
import { exampleCompany } from './example-company.ts';
import { exampleLine, exampleOrder } from './example-order.ts';
import { idOf, refOf } from './identifiers.ts';
import { type Scripted, scriptOf } from './script.ts';
import type { StorageBench } from './storage-bench.ts';

export const STAMPED: Reception & Consultation = { kind: 'stamped', stamp: STAMP, raw: STAMPED_RAW };
export const REJECTED: Reception = { kind: 'rejected', rejection: REJECTION, raw: REJECTED_RAW };
export const SILENT: Reception & Consultation = { kind: 'silent', reason: 'time-out', raw: null };
export const NOT_DELIVERED: Reception = { kind: 'not_delivered', reason: 'ECONNREFUSED', raw: null };
export const ABSENT: Consultation = { kind: 'absent', raw: { status: 404, body: '' } };

/** "Already registered", on our code or on our number. */
export function registered(
  field: 'codigoGeneracion' | 'numeroControl',
  named: CodigoGeneracion | null = null,
): Reception {
  const rejection = { ...REJECTION, codigoMsg: '004', descripcionMsg: `YA EXISTE ${field}` };
  return {
    kind: 'already_registered',
    field,
    named,
    strays: false,
    rejection: { ...rejection, observaciones: [field] },
    raw: REJECTED_RAW,
  };
}

/** An authority that answers by a script and remembers what it was told. */
export interface ScriptedAuthority extends Authority {
  /** What comes next; a call beyond the script fails the test. */
  answer(script: {
    readonly submit?: readonly Scripted<Reception>[];
    readonly consult?: readonly Scripted<Consultation>[];
  }): void;
  readonly sent: readonly Submission[];
  readonly asked: readonly ConsultQuery[];
  /** `send` and `ask` in the order they came. */
  readonly calls: readonly string[];
}

export function scriptedAuthority(): ScriptedAuthority {
  const submissions = scriptOf<Reception>('submission');
  const consultations = scriptOf<Consultation>('query');
  const sent: Submission[] = [];
  const asked: ConsultQuery[] = [];
  const calls: string[] = [];
  return {
    sent,
    asked,
    calls,
    answer({ submit = [], consult = [] }) {
      submissions.add(...submit);
      consultations.add(...consult);
    },
    submit(submission) {
      sent.push(submission);
      calls.push('send');
      return submissions.next();
    },
    consult(query) {
      asked.push(query);
      calls.push('ask');
      return consultations.next();
    },
  };
}

/** A signer whose every signature differs, so that bytes resent can be told from bytes signed again. */
export interface CountingSigner extends Signer {
  /** Whether it is ready, and what becomes of each signing; signs by default. */
  behave(changes: {
    readonly unready?: SigningFailure | null;
    readonly failures?: readonly SigningOutcome[];
  }): void;
  readonly signatures: () => number;
}

export function countingSigner(): CountingSigner {
  let unready: SigningFailure | null = null;
  let failures: SigningOutcome[] = [];
  let signatures = 0;
  return {
    signatures: () => signatures,
    behave(changes) {
      unready = changes.unready ?? null;
      failures = [...(changes.failures ?? [])];
    },
    ready: () => Promise.resolve(unready),
    sign(_identity, payload) {
      const failure = failures.shift();
      if (failure !== undefined) return Promise.resolve(failure);
      signatures += 1;
      return Promise.resolve({ kind: 'signed', jws: `signature ${signatures} of ${payload}` });
    },
  };
}

/** A clock that moves when the test says so, or when somebody sleeps. */
export interface HandClock extends Clock {
  advance(byMs: number): void;
}

export function handClock(startMs: number = Date.UTC(2026, 10, 20, 16)): HandClock {
  let elapsed = 0;
  return {
    now: () => startMs + elapsed,
    monotonic: () => 1_000_000 + elapsed,
    async sleep(delayMs) {
      elapsed += delayMs;
      await new Promise(setImmediate);
    },
    advance(byMs) {
      elapsed += byMs;
    },
  };
}

export const TIMES: IssuingTimes = {
  callTimeoutMs: 8000,
  requestBudgetMs: 25_000,
  quarantineMs: 15 * 60_000,
};

export interface Warning {
  readonly event: string;
  readonly detail: Readonly<Record<string, string | number>>;
}

/** A company that issues into a real database, with the world around it in the test's hands. */
export interface IssuingBench {
  /** It asks no authority about contingencies or invalidations. */
  readonly context: NodeStores & WorkLoopContext;
  readonly companyId: string;
  readonly store: DocumentStore;
  readonly authority: ScriptedAuthority;
  readonly signer: CountingSigner;
  readonly clock: HandClock;
  readonly warnings: readonly Warning[];
  issue(request?: IssueOptions): Promise<Issued | Refusal>;
  /** What must have been issued. */
  issued(request?: IssueOptions): Promise<Issued>;
  /** The background's run over the document, due or not. */
  revalidate(documentId: string, changes?: Partial<WorkContext>): Promise<Resumed<SettledDocument>>;
  /** As if the bytes had last been sent that much earlier. */
  ageAttempts(interval: string): Promise<void>;
  expireLeases(): Promise<void>;
}

export interface IssueOptions {
  readonly externalRef?: string;
  readonly order?: Order;
  readonly company?: Company;
  readonly context?: Partial<IssuingContext>;
}

/** An order that differs from the example in its price, and so in its payload. */
export function orderAt(unitPrice: number): Order {
  return exampleOrder({ lines: [exampleLine({ unitPrice })] });
}

function issueInto(context: WorkContext, issuer: IssuingCompany, request: IssueOptions) {
  const order = request.order ?? exampleOrder();
  return issueDocument(
    { ...context, ...request.context },
    {
      issuer: { ...issuer, company: request.company ?? issuer.company },
      externalRef: refOf(request.externalRef ?? 'ref'),
      order,
    },
  );
}

const notHere = () => Promise.reject(new Error('nothing of that kind is to be asked here'));
/** No authority for contingencies and invalidations. */
export const NOBODY = {
  identities: IDENTITIES,
  contingencyAuthority: { report: notHere, submitLote: notHere, consultLote: notHere },
  invalidationAuthority: { invalidate: notHere, speaksOf: notHere },
};

export async function openIssuingBench(
  bench: StorageBench,
  options: { readonly company?: Company; readonly clock?: HandClock } = {},
): Promise<IssuingBench> {
  const companyId = await bench.addCompany();
  const company = options.company ?? exampleCompany({ slug: `c-${companyId.slice(0, 13)}` });
  await bench.asSuperuser`UPDATE companies SET profile = ${JSON.stringify(companyFileOf(company))}
    WHERE company_id = ${companyId}`;
  const clock = options.clock ?? handClock();
  const authority = scriptedAuthority();
  const signer = countingSigner();
  const warnings: Warning[] = [];
  const context = contextOf(storesOn(bench.pool, clock), {
    ...NOBODY,
    clock,
    authority,
    signer,
    times: TIMES,
    log: { warn: (event, detail) => warnings.push({ event, detail }) },
  });
  const issue = (request: IssueOptions = {}) => issueInto(context, { companyId, company }, request);
  return {
    context,
    companyId,
    store: context.store,
    authority,
    signer,
    clock,
    warnings,
    issue,
    async issued(request) {
      const outcome = await issue(request);
      if (outcome.kind === 'refused') throw new Error(`refused: ${outcome.code} ${outcome.detail}`);
      return outcome;
    },
    ...backgroundOf(bench, context, companyId),
  };
}

/** What the background does, and the passing of time that it waits for. */
function backgroundOf(
  bench: StorageBench,
  context: WorkContext,
  companyId: string,
): Pick<IssuingBench, 'revalidate' | 'ageAttempts' | 'expireLeases'> {
  return {
    async revalidate(documentId, changes) {
      await bench.asSuperuser`UPDATE documents SET next_attempt_at = now()
        WHERE document_id = ${documentId} AND next_attempt_at IS NOT NULL`;
      const order = { due: { companyId, documentId: idOf(documentId) }, stop: { aborted: false } };
      return revalidateDocument({ ...context, ...changes }, order);
    },
    async ageAttempts(interval) {
      await bench.asSuperuser`UPDATE attempts SET last_sent_at = last_sent_at - ${interval}::interval
        WHERE company_id = ${companyId} AND outcome NOT IN ('stamped', 'rejected')`;
    },
    async expireLeases() {
      await bench.asSuperuser('UPDATE documents SET lease_until = now() WHERE company_id = $1', [companyId]);
    },
  };
}
