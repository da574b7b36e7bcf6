import { integerIn, type JsonRecord, recordIn, textIn } from '../exact/json.ts';
import { localInstant } from '../local-time.ts';
import type { Contingencies } from '../state/contingencies.ts';
import type { Issuer } from '../state/issuers.ts';
import { type Refusal, refuseField } from '../verdict/refusal.ts';
import type { DateBench } from './dates.ts';

/** What coverage is judged against. */
export interface CoverageBench extends DateBench {
  readonly issuer: Issuer;
  readonly contingencies: Pick<Contingencies, 'covering'>;
}

export type Coverage =
  | { readonly kind: 'covered'; readonly evento: string | null }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** Documents follow the seal of their event within 72 hours (Manual de Eventos v1.1, page 23). */
const PERIOD_MS = 72 * 3_600_000;

/**
 * A document of contingency (`tipoOperacion` 2) is listed in a sealed event of its issuer (012), under its type, and
 * was issued in the event's period (013). In strict mode it arrives within 72 hours of the event's seal (018). A
 * normal document needs no event.
 */
export function coverage(document: JsonRecord, bench: CoverageBench): Coverage {
  const identificacion = recordIn(document, 'identificacion');
  if (integerIn(identificacion, 'tipoOperacion') !== 2) return { kind: 'covered', evento: null };
  const text = (key: string) => textIn(identificacion, key) ?? '';
  const { nit, ambiente } = bench.issuer;
  const key = { nit, ambiente, codigoGeneracion: text('codigoGeneracion'), tipoDte: text('tipoDte') };
  const cover = bench.contingencies.covering(key);
  if (cover === null) return refused('012', 'codigoGeneracion');
  const issuedMs = localInstant(text('fecEmi'), text('horEmi'));
  if (issuedMs < cover.startMs || issuedMs > cover.endMs) return refused('013', 'fecEmi');
  const late = bench.dates === 'strict' && bench.nowMs - cover.sealedAtMs > PERIOD_MS;
  return late ? refused('018', 'fecEmi') : { kind: 'covered', evento: cover.codigoGeneracion };
}

function refused(codigoMsg: '012' | '013' | '018', field: string): Coverage {
  return { kind: 'refused', refusal: refuseField('11', codigoMsg, `identificacion.${field}`) };
}
