import { fiscalTime } from '../calendar/el-salvador-time.ts';
import { isCodigoGeneracion } from '../identifiers/codigo-generacion.ts';
import type { Contingencia } from './contingencia.ts';
import type { Ambiente, SchemaGeneration, TipoDte } from './kinds.ts';
import type { DteObject } from './serialize.ts';
import { versionOf } from './version.ts';

/** What number, code and instant a document is issued under. */
export interface Identity {
  readonly tipoDte: TipoDte;
  readonly generation: SchemaGeneration;
  readonly ambiente: Ambiente;
  readonly numeroControl: string;
  readonly codigoGeneracion: string;
  /** The instant of issue, milliseconds since the epoch. */
  readonly postedMs: number;
}

/**
 * The block `identificacion`: of a normal transmission (CAT-003 and CAT-004 both 1), or of a document that was issued
 * in a formal contingency (both 2). Throws RangeError where the code is no generation code, because the authority
 * would take it for another document's.
 */
export function buildIdentificacion(identity: Identity, contingencia: Contingencia | null = null): DteObject {
  if (!isCodigoGeneracion(identity.codigoGeneracion))
    throw new RangeError(`not a generation code: ${identity.codigoGeneracion}`);
  const { fecEmi, horEmi } = fiscalTime(identity.postedMs);
  return {
    version: versionOf(identity.tipoDte, identity.generation),
    ambiente: identity.ambiente,
    tipoDte: identity.tipoDte,
    numeroControl: identity.numeroControl,
    codigoGeneracion: identity.codigoGeneracion,
    tipoModelo: contingencia === null ? 1 : 2,
    tipoOperacion: contingencia === null ? 1 : 2,
    tipoContingencia: contingencia?.tipo ?? null,
    [motivoKey(identity)]: contingencia?.motivo ?? null,
    fecEmi,
    horEmi,
    tipoMoneda: 'USD',
    ...fusion(identity),
  };
}

/** The NIT of a company that a merger dissolved; only fe-nc-v4 has the field. */
function fusion({ tipoDte, generation }: Identity): DteObject {
  return tipoDte === '05' && generation === 'v2' ? { fusion: null } : {};
}

/** fe-fex-v1 misspells the name of the reason for contingency. */
function motivoKey({ tipoDte, generation }: Identity): string {
  return tipoDte === '11' && generation === 'v1' ? 'motivoContigencia' : 'motivoContin';
}
