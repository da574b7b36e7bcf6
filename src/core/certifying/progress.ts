import type { TipoContingencia } from '../dte/contingencia.ts';
import { type SchemaGeneration, TIPOS_DTE, type TipoDte } from '../dte/kinds.ts';
import type { DocumentId } from '../identifiers/document-id.ts';
import type { ExternalRef } from '../identifiers/external-ref.ts';
import type { CodigoGeneracion, NumeroControl, SelloRecibido } from '../identifiers/official.ts';
import type { DocumentState, InvalidationState } from '../submitting/states.ts';
import { CONTINGENCIES, documentsOf, INVALIDATIONS, inIssuingOrder } from './matrix.ts';

/** The event that a formal document is listed in; null of it where there is none yet. */
export interface CampaignContingency {
  readonly tipo: TipoContingencia;
  readonly eventId: string | null;
  readonly codigoGeneracion: CodigoGeneracion | null;
  readonly isSealed: boolean;
  /** Null with a seal where that was lost on the way. */
  readonly selloRecibido: SelloRecibido | null;
  /** Whether nothing is left to be done about the event. */
  readonly isFinished: boolean;
  /** What the authority found wrong with it; none where it has said nothing since. */
  readonly observaciones: readonly string[];
}

/** A document of a campaign as it stands. */
export interface CampaignDocument {
  readonly documentId: DocumentId;
  readonly externalRef: ExternalRef;
  readonly tipoDte: TipoDte;
  readonly generation: SchemaGeneration;
  readonly state: DocumentState;
  readonly numeroControl: NumeroControl;
  readonly codigoGeneracion: CodigoGeneracion;
  readonly selloRecibido: SelloRecibido | null;
  /** When it was issued, in milliseconds since the epoch. */
  readonly postedMs: number;
  /** To pay, in dollars with two decimals. */
  readonly amountTotal: string;
  /** Set for a document that was issued in contingency. */
  readonly contingencia: CampaignContingency | null;
  readonly invalidation: {
    readonly state: InvalidationState;
    readonly codigoGeneracion: CodigoGeneracion;
    readonly selloRecibido: SelloRecibido | null;
  } | null;
}

/** How much there is of what the Ministry asks for. */
export interface Count {
  readonly done: number;
  readonly needed: number;
}

/** How far a campaign is. */
export interface CampaignProgress {
  readonly documents: readonly (Count & { readonly tipoDte: TipoDte })[];
  readonly invalidations: Count;
  /** Kinds of contingency with a sealed event whose document is stamped. */
  readonly contingencies: Count;
  readonly isComplete: boolean;
}

/** The types of which a campaign has issued something. */
export function typesBegun(documents: readonly CampaignDocument[]): readonly TipoDte[] {
  return TIPOS_DTE.filter((type) => documents.some(({ tipoDte }) => tipoDte === type));
}

/** Counts what the authority has stamped and sealed against what the Ministry asks for of these types. */
export function progressOf(
  types: readonly TipoDte[],
  documents: readonly CampaignDocument[],
): CampaignProgress {
  const stamped = documents.filter(({ state }) => state === 'stamped');
  const counts = inIssuingOrder(types).map((tipoDte) => ({
    tipoDte,
    done: stamped.filter((one) => one.tipoDte === tipoDte).length,
    needed: documentsOf(tipoDte),
  }));
  const invalidations = {
    done: stamped.filter(({ invalidation }) => invalidation?.state === 'sealed').length,
    needed: INVALIDATIONS,
  };
  const kinds = stamped.flatMap(({ contingencia }) => (contingencia?.isSealed ? [contingencia.tipo] : []));
  const contingencies = { done: new Set(kinds).size, needed: CONTINGENCIES.length };
  const isComplete = [...counts, invalidations, contingencies].every(({ done, needed }) => done >= needed);
  return { documents: counts, invalidations, contingencies, isComplete };
}
