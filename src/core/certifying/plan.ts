import type { Company } from '../company/company.ts';
import type { NoteLine, Order } from '../drafting/order.ts';
import type { TipoAnulacion } from '../dte/invalidacion.ts';
import { TIPOS_DTE, type TipoDte } from '../dte/kinds.ts';
import { CREDITO_FISCAL } from '../dte/types/credito-fiscal.ts';
import { NOTA_CREDITO } from '../dte/types/nota-credito.ts';
import { type ExternalRef, parseExternalRef } from '../identifiers/external-ref.ts';
import { identifier } from '../identifiers/text.ts';
import { cycled, upTo } from './cycle.ts';
import { documentsOf, INVALIDATIONS, inIssuingOrder } from './matrix.ts';
import { FICTITIOUS_TAXPAYERS } from './parties.ts';
import { noteOf, type PlannedNote, type SalesSetting, saleOf } from './sales.ts';
import { othersThan } from './taxpayers.ts';

/** What is certified. The same campaign is always the same documents under the same references. */
export interface Campaign extends SalesSetting {
  /** Names it among those of a company. */
  readonly name: string;
  readonly types: readonly TipoDte[];
}

/** The name of a company's first campaign; another name begins another one. */
export const FIRST_CAMPAIGN = '1';

/**
 * The campaign that a company has without saying anything: all types with fictitious taxpayers where the authority is
 * simulated; else what needs no taxpayer, because the Ministry rejects a CCF to a NIT that it does not know (009).
 */
export function usualCampaign(company: Company, isSimulated: boolean): Campaign {
  const usual = { name: FIRST_CAMPAIGN, company };
  if (isSimulated)
    return { ...usual, types: TIPOS_DTE, taxpayers: othersThan(company, FICTITIOUS_TAXPAYERS) };
  return { ...usual, types: TIPOS_DTE.filter((type) => !NEEDING_TAXPAYERS.includes(type)), taxpayers: [] };
}

export const NEEDING_TAXPAYERS: readonly TipoDte[] = [CREDITO_FISCAL.code, NOTA_CREDITO.code];

interface Planned {
  readonly tipoDte: TipoDte;
  /** From 1, among those of its type. */
  readonly number: number;
  readonly externalRef: ExternalRef;
}

export interface PlannedSale extends Planned {
  readonly kind: 'sale';
  readonly order: Order;
}

export interface PlannedCreditNote extends Planned, PlannedNote {
  readonly kind: 'note';
  /** The reference of the CCF that it adjusts. */
  readonly ccf: ExternalRef;
  readonly lines: readonly NoteLine[];
}

export type PlannedDocument = PlannedSale | PlannedCreditNote;

/** A document that is invalidated once it is stamped, and the one that takes its place where the reason asks for one. */
export interface PlannedInvalidation {
  readonly document: ExternalRef;
  readonly type: TipoAnulacion;
  readonly replacement: ExternalRef | null;
}

/** The reference of the n-th document of a type in a campaign. */
export function referenceOf(name: string, tipoDte: TipoDte, number: number): ExternalRef {
  return identifier(parseExternalRef, `CERT-${name}-${tipoDte}-${number}`);
}

/** The references of all documents that a campaign of this name can have, whatever its types. */
export function referencesOf(name: string): readonly ExternalRef[] {
  return TIPOS_DTE.flatMap((tipoDte) =>
    upTo(documentsOf(tipoDte)).map((number) => referenceOf(name, tipoDte, number)),
  );
}

/** All documents of a campaign, in the order in which they are issued. */
export function documentsIn({ name, types, ...setting }: Campaign): readonly PlannedDocument[] {
  return inIssuingOrder(types).flatMap((tipoDte) =>
    upTo(documentsOf(tipoDte)).map((number): PlannedDocument => {
      const planned = { tipoDte, number, externalRef: referenceOf(name, tipoDte, number) };
      if (tipoDte !== NOTA_CREDITO.code)
        return { ...planned, kind: 'sale', order: saleOf(tipoDte, number, setting) };
      const ccf = referenceOf(name, CREDITO_FISCAL.code, number);
      return { ...planned, ...noteOf(number, setting), kind: 'note', ccf };
    }),
  );
}

const RESCISSION: TipoAnulacion = 2;

/** Every fifth factura from the last on, and the one before it, names its buyer. */
const APART = 5;

/**
 * The invalidations of a campaign, of its types by turns: the last documents, of which the one before takes the other's place
 * where the reason is an error or another one. No CCF among them has a note, and notes are rescinded only: no note takes
 * another's place.
 */
export function invalidationsIn({
  name,
  types,
}: Pick<Campaign, 'name' | 'types'>): readonly PlannedInvalidation[] {
  const ordered = inIssuingOrder(types);
  return upTo(INVALIDATIONS).map((turn) => {
    const tipoDte = cycled(ordered, turn - 1);
    const number = documentsOf(tipoDte) - APART * Math.floor((turn - 1) / ordered.length);
    const type = tipoDte === NOTA_CREDITO.code ? RESCISSION : cycled([1, 2, 3] as const, turn - 1);
    return {
      document: referenceOf(name, tipoDte, number),
      type,
      replacement: type === RESCISSION ? null : referenceOf(name, tipoDte, number - 1),
    };
  });
}
