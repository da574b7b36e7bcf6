import { setTimeout as sleep } from 'node:timers/promises';
import type { Resident } from '../support/house-company.ts';
import { type Answer, callerOf, openConnections } from '../support/http-caller.ts';
import { invoiceBody, lineBody } from '../support/request-bodies.ts';
import type { Sale, Told } from './judge.ts';

/** Sells, and remembers every answer in the memory of this process alone. */
export interface Shop {
  /** A new sale of a company that nobody has asked for yet. */
  newSale(company: Resident): OpenSale;
  /** Posts a sale once at a node; null where no answer came. */
  post(sale: OpenSale, url: string): Promise<Told | null>;
  /** Posts it, as a shop does, until somebody answers for it, or so many times where somebody serves; answers whether somebody did. */
  postUntilAnswered(sale: OpenSale, nodes: () => string | undefined, tries?: number): Promise<boolean>;
  openSales(): readonly OpenSale[];
  /** The same as the judge wants them. */
  sales(): readonly Sale[];
  /** Of all answers, in milliseconds. */
  readonly latencies: readonly number[];
  /** Posts that ended without an answer, and answers of 500 and above. */
  readonly counts: { unanswered: number; failed: number };
  close(): Promise<void>;
}

export interface OpenSale {
  readonly company: Resident;
  readonly ref: string;
  readonly quantity: number;
  readonly told: Told[];
}

const RETRY_MS = 30;
/** The price of `lineBody`, in cents. */
const PRICE_CENTS = 113;

/** The references of two shops of one drill differ by their prefix. */
export function openShop(prefix = 'sale'): Shop {
  const connections = openConnections();
  const all: OpenSale[] = [];
  const latencies: number[] = [];
  const counts = { unanswered: 0, failed: 0 };
  const post: Shop['post'] = async (sale, url) => {
    const caller = callerOf(connections, url, sale.company.key);
    const started = performance.now();
    const answer = await caller.post('/invoice', bodyOf(sale)).catch(() => null);
    if (answer === null) {
      counts.unanswered += 1;
      return null;
    }
    latencies.push(performance.now() - started);
    if (answer.status >= 500) counts.failed += 1;
    const told = toldOf(answer);
    sale.told.push(told);
    return told;
  };
  return {
    ...{ post, latencies, counts },
    newSale(company) {
      const sale = {
        company,
        ref: `${prefix}-${all.length + 1}`,
        quantity: (all.length % 997) + 1,
        told: [],
      };
      all.push(sale);
      return sale;
    },
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

function bodyOf({ ref, quantity }: OpenSale) {
  return invoiceBody({ external_ref: ref, lines: [lineBody({ quantity })] });
}

function remembered({ company: { companyId }, ref, quantity, told }: OpenSale): Sale {
  return { companyId, ref, total: String((quantity * PRICE_CENTS) / 100), told };
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
