import { setTimeout as sleep } from 'node:timers/promises';
import type { Resident } from '../support/house-company.ts';
import { type Answer, callerOf, openConnections } from '../support/http-caller.ts';
import { ccfBody, invoiceBody, lineBody, noteBody } from '../support/request-bodies.ts';
import type { Sale, Told } from './judge.ts';

/** Sells, and remembers every answer in the memory of this process alone. */
export interface Shop {
  /** A new sale of a company that nobody has asked for yet. */
  newSale(company: Resident, kind?: Exclude<Kind, 'note'>): OpenSale;
  /** A note that gives three tenths of a CCF back. */
  newNote(ccf: OpenSale): OpenSale;
  /** Posts a sale once at a node; null where no answer came. */
  post(sale: OpenSale, url: string): Promise<Told | null>;
  /** Posts it, as a shop does, until somebody answers for it, or so many times where somebody serves; answers whether somebody did. */
  postUntilAnswered(sale: OpenSale, nodes: () => string | undefined, tries?: number): Promise<boolean>;
  openSales(): readonly OpenSale[];
  /** The same as the judge wants them. */
  sales(): readonly Sale[];
  /** The latencies of all answers, in milliseconds. */
  readonly latencies: readonly number[];
  /** When each sale was answered for, stamped or in contingency; milliseconds of `performance.now`. */
  readonly accepted: readonly number[];
  /** Posts that ended without an answer, those that were told to come again a little later, and other answers of 500 and above. */
  readonly counts: { unanswered: number; busy: number; failed: number };
  close(): Promise<void>;
}

export type Kind = 'factura' | 'large' | 'ccf' | 'note';

export interface OpenSale {
  readonly company: Resident;
  readonly kind: Kind;
  /** The reference of the CCF that a note is on. */
  readonly ccf: string | null;
  readonly ref: string;
  readonly quantity: number;
  readonly told: Told[];
}

const RETRY_MS = 30;
/** The price of `lineBody`, in cents. */
const PRICE_CENTS = 113;
/** Tenths in which each kind counts its quantity: a CCF sells ten, and a note on it gives three back. */
const TENTHS = { factura: 1, ccf: 10, note: 3 };
/** Lines of a sale that is read elsewhere because of its size. */
const LARGE_LINES = 1_200;

/** The references of two shops of one drill differ by their prefix. */
export function openShop(prefix = 'sale'): Shop {
  const connections = openConnections();
  const all: OpenSale[] = [];
  const latencies: number[] = [];
  const accepted: number[] = [];
  const counts = { unanswered: 0, busy: 0, failed: 0 };
  const post: Shop['post'] = async (sale, url) => {
    const caller = callerOf(connections, url, sale.company.key);
    const started = performance.now();
    const path = sale.kind === 'note' ? '/credit-memo' : '/invoice';
    const answer = await caller.post(path, bodyOf(sale)).catch(() => null);
    if (answer === null) {
      counts.unanswered += 1;
      return null;
    }
    latencies.push(performance.now() - started);
    if (answer.body['code'] === 'busy') counts.busy += 1;
    else if (answer.status >= 500) counts.failed += 1;
    const told = toldOf(answer);
    if (told.outcome === 'stamped' || told.outcome === 'contingency') accepted.push(performance.now());
    sale.told.push(told);
    return told;
  };
  const open = (sale: Pick<OpenSale, 'company' | 'kind' | 'ccf' | 'quantity'>): OpenSale => {
    const opened = { ...sale, ref: `${prefix}-${all.length + 1}`, told: [] };
    all.push(opened);
    return opened;
  };
  return {
    post,
    latencies,
    accepted,
    counts,
    newSale: (company, kind = 'factura') =>
      open({ company, kind, ccf: null, quantity: quantityOf(kind, all.length) }),
    newNote: ({ company, ref: ccf, quantity }) =>
      open({ company, kind: 'note', ccf, quantity: (quantity / TENTHS.ccf) * TENTHS.note }),
    async postUntilAnswered(sale, nodes, tries = Number.POSITIVE_INFINITY) {
      for (let posts = 0; posts < tries; await sleep(RETRY_MS)) {
        const url = nodes();
        if (url === undefined) continue;
        posts += 1;
        const told = await post(sale, url);
        if (told !== null && told.status < 500) return true;
      }
      return false;
    },
    openSales: () => all,
    sales: () => all.map(remembered),
    close: () => connections.destroy(),
  };
}

/** What is sold differs from sale to sale, where it can. */
function quantityOf(kind: Exclude<Kind, 'note'>, place: number): number {
  return kind === 'large' ? LARGE_LINES : ((place % 997) + 1) * TENTHS[kind];
}

function bodyOf({ ref, quantity, kind, ccf }: OpenSale) {
  const terms = { external_ref: ref, lines: [lineBody({ quantity })] };
  switch (kind) {
    case 'large':
      return invoiceBody({ ...terms, lines: Array.from({ length: quantity }, () => lineBody()) });
    case 'factura':
      return invoiceBody(terms);
    case 'ccf':
      return ccfBody(terms);
    case 'note':
      return noteBody(ccf, terms);
  }
}

function remembered({ company: { companyId }, ref, ccf, quantity, told }: OpenSale): Sale {
  return { companyId, ref, ccf, total: String((quantity * PRICE_CENTS) / 100), told };
}

function toldOf({ status, body }: Answer): Told {
  const text = (name: string) => String(body[name] ?? '');
  return {
    status,
    outcome: outcomeOf(status, body),
    documentId: text('document_id'),
    numeroControl: text('control_number'),
    codigoGeneracion: text('generation_code'),
    sello: text('reception_stamp'),
  };
}

function outcomeOf(status: number, body: Answer['body']): Told['outcome'] {
  if (status !== 200) return 'refused';
  if (body['dte_success'] === true) return 'stamped';
  return body['rejected'] === true ? 'rejected' : 'contingency';
}
