import type { EstablishmentCode } from '../../identifiers/establishment-code.ts';
import type { CodigoGeneracion, NumeroControl } from '../../identifiers/official.ts';
import type { Amount } from '../../money/decimal.ts';
import { addedByName, inNameOrder } from '../../records/by-name.ts';
import { consumerSaleOf, type ExportSwitch, isBefore } from '../annexes/consumers.ts';
import type { DeclaredDocument } from '../declared-document.ts';
import { isBeforePeriod, type Period } from '../period.ts';

/** The amounts of a line of the book of sales to consumers; taxed sales with the VAT in them. */
const DAY_AMOUNTS = ['exempt', 'notSubject', 'taxed', 'exported'] as const;
export type DayAmounts = Readonly<Record<(typeof DAY_AMOUNTS)[number], Amount>>;

/** How the book names a document. */
export interface BookedDocument {
  readonly codigoGeneracion: CodigoGeneracion;
  readonly numeroControl: NumeroControl;
}

/** A line of the book: what an establishment sold in a day with documents of one type. */
export interface BookedDay extends DayAmounts {
  readonly fecEmi: string;
  readonly establishment: EstablishmentCode;
  readonly tipoDte: DeclaredDocument['tipoDte'];
  readonly first: BookedDocument;
  readonly last: BookedDocument;
}

/**
 * What a document of type 01 or 11 adds to the book of a period: below zero where an earlier period declared it and this one
 * takes it back (Reglamento, art. 87).
 */
export function dayAmountsOf(document: DeclaredDocument, period: Period, switches: ExportSwitch): DayAmounts {
  const sign = isBeforePeriod(document.fecEmi, period) ? -1n : 1n;
  const { exempt, notSubject, taxed, centralAmerica, beyond, services } = consumerSaleOf(document, switches);
  return {
    exempt: sign * exempt,
    notSubject: sign * notSubject,
    taxed: sign * taxed,
    exported: sign * (centralAmerica + beyond + services),
  };
}

export function totalOfDay({ exempt, notSubject, taxed, exported }: DayAmounts): Amount {
  return exempt + notSubject + taxed + exported;
}

/** Gathers the documents of types 01 and 11 of a period, in any order; memory goes by days and establishments. */
export class DayBook {
  readonly #lines = new Map<
    string,
    { first: DeclaredDocument; last: DeclaredDocument; amounts: DayAmounts }
  >();
  readonly #period: Period;
  readonly #switches: ExportSwitch;

  constructor(period: Period, switches: ExportSwitch) {
    this.#period = period;
    this.#switches = switches;
  }

  add(document: DeclaredDocument): void {
    const { fecEmi, establishment, tipoDte } = document;
    const key = [fecEmi, establishment, tipoDte].join(' ');
    const amounts = dayAmountsOf(document, this.#period, this.#switches);
    const line = this.#lines.get(key);
    if (line === undefined) {
      this.#lines.set(key, { first: document, last: document, amounts });
      return;
    }
    if (isBefore(document, line.first)) line.first = document;
    if (isBefore(line.last, document)) line.last = document;
    line.amounts = addedByName(DAY_AMOUNTS, [line.amounts, amounts]);
  }

  /** By day, establishment and type. */
  days(): readonly BookedDay[] {
    return inNameOrder(this.#lines).map(({ first, last, amounts }) => {
      const { fecEmi, establishment, tipoDte } = first;
      return { fecEmi, establishment, tipoDte, first, last, ...amounts };
    });
  }

  sums(): DayAmounts {
    return addedByName(
      DAY_AMOUNTS,
      [...this.#lines.values()].map(({ amounts }) => amounts),
    );
  }
}
