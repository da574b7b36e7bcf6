/** What a query is told about a document in the place of what the ledger says. */
export type OtherWords =
  | { readonly kind: 'absent' }
  | { readonly kind: 'registered' }
  | { readonly kind: 'invalidated' }
  | { readonly kind: 'stamped'; readonly selloRecibido: string };

/** Documents about which queries are told something else, until the simulator ends. */
export interface OtherWordsBook {
  readonly say: (ambiente: string, codigoGeneracion: string, words: OtherWords) => void;
  /** Null where the ledger is asked. */
  readonly about: (ambiente: string, codigoGeneracion: string) => OtherWords | null;
  readonly forget: () => void;
}

export function createOtherWords(): OtherWordsBook {
  const said = new Map<string, OtherWords>();
  return {
    say: (ambiente, codigoGeneracion, words) => void said.set(`${ambiente}|${codigoGeneracion}`, words),
    about: (ambiente, codigoGeneracion) => said.get(`${ambiente}|${codigoGeneracion}`) ?? null,
    forget: () => said.clear(),
  };
}
