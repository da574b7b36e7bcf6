/** CAT-005: 1 the authority's system, 2 the issuer's, 3 the Internet, 4 electricity, 5 another reason. */
export type TipoContingencia = 1 | 2 | 3 | 4 | 5;

/** What a document of a formal contingency says of itself; it is fixed when it is signed so and never changes. */
export interface Contingencia {
  readonly tipo: TipoContingencia;
  /** Given for type 5, which demands it; null otherwise. */
  readonly motivo: string | null;
}

const OTHER: TipoContingencia = 5;

/** The contingency that a company declares. */
export function contingenciaOf(settings: {
  readonly type: TipoContingencia;
  readonly reason: string | null;
}): Contingencia {
  return { tipo: settings.type, motivo: settings.type === OTHER ? settings.reason : null };
}
