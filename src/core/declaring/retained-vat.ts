import { signOf } from '../dte/kinds.ts';
import { type Amount, sum, ZERO } from '../money/decimal.ts';
import { inNameOrder } from '../records/by-name.ts';
import type { DeclaredDocument } from './declared-document.ts';

/** What one customer retained of the VAT of a month's documents. */
export interface RetainedBy {
  readonly name: string;
  /** NIT, else DUI, NRC or whatever else the documents name it by; blank where they do not. */
  readonly number: string;
  readonly documents: number;
  /** Notes taken off. */
  readonly retained: Amount;
}

/**
 * Gathers by customer the VAT that documents say was retained. It says whom to ask for certificates of retention: annex 7
 * declares those that were received (manual of F-07 v14, section IX). Memory goes by customers, not by documents.
 */
export class RetainedVat {
  readonly #customers = new Map<string, RetainedBy>();

  /** Ignores what retains nothing, and what was invalidated: nobody certifies it. */
  add({ tipoDte, counterparty, retained, invalidatedOn }: DeclaredDocument): void {
    if (retained === ZERO || invalidatedOn !== null) return;
    const { nit = null, dui = null, nrc = null, other = null, nombre = '' } = counterparty ?? {};
    const number = nit ?? dui ?? nrc ?? other ?? '';
    const key = number === '' ? ` ${nombre}` : number;
    const before = this.#customers.get(key);
    this.#customers.set(key, {
      name: before?.name ?? nombre,
      number,
      documents: (before?.documents ?? 0) + 1,
      retained: (before?.retained ?? ZERO) + signOf(tipoDte) * retained,
    });
  }

  /** By number. */
  customers(): readonly RetainedBy[] {
    return inNameOrder(this.#customers);
  }

  total(): Amount {
    return sum([...this.#customers.values()].map(({ retained }) => retained));
  }
}
