import { typeOf } from '../../core/dte/kinds.ts';
import type { UnstampedDocument } from './ports.ts';

/** Why a document without a seal is in no annex and no book, and what to do about it. */
export const WHY_LEFT_OUT: Readonly<Record<UnstampedDocument['state'], string>> = {
  contingency:
    'Emitido en contingencia y todavía sin sello: entra cuando Hacienda lo selle. Si no se sella antes de declarar, no va en estos archivos: declárelo con una modificatoria cuando se selle.',
  rejected: 'Rechazado por Hacienda: no existe para el fisco mientras no se corrija y se selle.',
};

const STATES: Readonly<Record<UnstampedDocument['state'], string>> = {
  contingency: 'Sin sello todavía',
  rejected: 'Rechazados',
};

/** What a document without a seal would change in its month, VAT included; a note is below zero. */
export function leftOutCents({ tipoDte, grossCents }: UnstampedDocument): bigint {
  return signed(tipoDte, grossCents);
}

/** What of that is VAT. */
export function leftOutVatCents({ tipoDte, vatCents }: UnstampedDocument): bigint {
  return signed(tipoDte, vatCents);
}

function signed(tipoDte: UnstampedDocument['tipoDte'], cents: bigint): bigint {
  return typeOf(tipoDte).movement === 'return' ? -cents : cents;
}

/** What documents come to that are left out for one reason; sales and purchases are not added up. */
export interface LeftOutSum {
  readonly words: string;
  readonly documents: number;
  readonly cents: bigint;
  readonly vatCents: bigint;
}

/** Adds up by its reason what is left out of a month. */
export class LeftOutSums {
  readonly #sums = new Map<string, LeftOutSum>();

  add(one: UnstampedDocument): void {
    const isPurchase = typeOf(one.tipoDte).movement === 'purchase';
    const words = `${STATES[one.state]}, ${isPurchase ? 'compras' : 'ventas menos notas de crédito'}`;
    const { documents = 0, cents = 0n, vatCents = 0n } = this.#sums.get(words) ?? {};
    this.#sums.set(words, {
      words,
      documents: documents + 1,
      cents: cents + leftOutCents(one),
      vatCents: vatCents + leftOutVatCents(one),
    });
  }

  /** In the order of the first document of each. */
  sums(): readonly LeftOutSum[] {
    return [...this.#sums.values()];
  }
}
