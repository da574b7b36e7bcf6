import { fiscalTime } from '../calendar/el-salvador-time.ts';
import type { Company, Establishment, ResponsiblePerson } from '../company/company.ts';
import type { CodigoGeneracion } from '../identifiers/official.ts';
import { parsePersonDocumentNumber } from '../identifiers/person-document-number.ts';
import { identifier } from '../identifiers/text.ts';
import type { Contingencia } from './contingencia.ts';
import { firstCodePoints } from './field-texts.ts';
import type { Ambiente, SchemaGeneration, TipoDte } from './kinds.ts';
import { type DteObject, serializeDte } from './structure/write.ts';

/** A document that was issued in the contingency. */
export interface ReportedDocument {
  readonly codigoGeneracion: CodigoGeneracion;
  readonly tipoDte: TipoDte;
}

/** A contingency as it is reported; instants in milliseconds since the epoch. */
export interface ContingencyReport {
  readonly ambiente: Ambiente;
  /** The event's, whatever that of its documents. */
  readonly generation: SchemaGeneration;
  /** The event's own. */
  readonly codigoGeneracion: CodigoGeneracion;
  readonly contingencia: Contingencia;
  readonly startsMs: number;
  readonly endsMs: number;
  /** 1 to 1,000. */
  readonly documents: readonly ReportedDocument[];
  /** When it is signed to be sent; the authority takes it within 30 minutes of that. */
  readonly sentMs: number;
}

/** The most documents of one event (contingencia-schema-v3 and v4). */
export const DOCUMENTS_PER_EVENT = 1_000;

const VERSIONS: Readonly<Record<SchemaGeneration, number>> = { v1: 3, v2: 4 };

/** `identificacion.version` of the event: contingencia-schema-v3, contingencia-schema-v4. */
export function contingenciaVersion(generation: SchemaGeneration): number {
  return VERSIONS[generation];
}

/** `nombreResponsable`, in code points. */
const RESPONSIBLE_LIMIT = 100;
const CAT_022_NIT = '36';

/** The text of an evento de contingencia (contingencia-schema-v3, contingencia-schema-v4), to be signed. */
export function contingencyEventText(company: Company, report: ContingencyReport): string {
  const { ambiente, generation, codigoGeneracion, contingencia } = report;
  const [sent, starts, ends] = [report.sentMs, report.startsMs, report.endsMs].map(fiscalTime);
  return serializeDte({
    identificacion: {
      version: contingenciaVersion(generation),
      ambiente,
      codigoGeneracion,
      fTransmision: sent?.fecEmi ?? '',
      hTransmision: sent?.horEmi ?? '',
    },
    emisor: issuerOf(company, generation),
    detalleDTE: report.documents.map((document, index) => ({
      noItem: index + 1,
      codigoGeneracion: document.codigoGeneracion,
      tipoDoc: document.tipoDte,
    })),
    motivo: {
      fInicio: starts?.fecEmi ?? '',
      fFin: ends?.fecEmi ?? '',
      hInicio: starts?.horEmi ?? '',
      hFin: ends?.horEmi ?? '',
      tipoContingencia: contingencia.tipo,
      motivoContingencia: contingencia.motivo,
    },
  });
}

/** contingencia-schema-v3 wants five characters in names and numbers; what is shorter is filled up with points. */
const SHORTEST_V1 = 5;

/** The event is the company's, and names its main place. */
function issuerOf(company: Company, generation: SchemaGeneration): DteObject {
  const establishment = company.establishments.find(({ code }) => code === company.defaultEstablishment);
  const responsible = responsibleOf(company);
  const filled = (text: string) => (generation === 'v1' ? text.padEnd(SHORTEST_V1, '.') : text);
  return {
    nit: company.nit,
    nombre: filled(company.name),
    nombreResponsable: filled(firstCodePoints(responsible.name, RESPONSIBLE_LIMIT)),
    tipoDocResponsable: responsible.documentType,
    numeroDocResponsable: filled(responsible.documentNumber),
    tipoEstablecimiento: kindOf(establishment, generation),
    codEstableMH: company.defaultEstablishment,
    [generation === 'v1' ? 'codPuntoVenta' : 'codPuntoVentaMH']: company.defaultPointOfSale,
    telefono: establishment?.phone ?? company.phone,
    correo: establishment?.email ?? company.email,
  };
}

const HEAD_OFFICE = '02';
/** CAT-009 of 2026 has it no longer. */
const OTHER_KIND = '20';

function kindOf(establishment: Establishment | undefined, generation: SchemaGeneration): string {
  const kind = establishment?.kind ?? HEAD_OFFICE;
  return generation === 'v2' && kind === OTHER_KIND ? HEAD_OFFICE : kind;
}

/** Where the company names nobody, it answers itself: an event must not be late over a missing name. */
function responsibleOf({ contingency, invalidation, name, nit }: Company): ResponsiblePerson {
  const named = contingency.responsible ?? invalidation.responsible;
  if (named !== null) return named;
  const documentNumber = identifier((text) => parsePersonDocumentNumber(CAT_022_NIT, text), nit);
  return { name, documentType: CAT_022_NIT, documentNumber };
}
