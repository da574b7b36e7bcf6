import { RECEPTOR_DOCUMENTS } from '../documents/catalogs.ts';
import { inCatalog } from '../documents/coded-fields.ts';
import { integerIn, type JsonRecord, recordIn, recordsIn, textIn } from '../exact/json.ts';
import { localInstant } from '../local-time.ts';
import type { DateBench } from '../reception/dates.ts';
import type { Contingencies, ContingencyFacts } from '../state/contingencies.ts';
import type { Issuer } from '../state/issuers.ts';
import type { Ledger } from '../state/ledger.ts';
import { type KnownCode, TEXT_BY_CODE } from '../verdict/refusal.ts';
import { isPersonNumber } from './person-number.ts';

/** What an event is judged against. */
export interface EventBench extends DateBench {
  readonly issuer: Issuer;
  readonly contingencies: Pick<Contingencies, 'isSealed' | 'isListed'>;
  readonly ledger: Pick<Ledger, 'stampedAs'>;
  /** Versions of the event that are taken. */
  readonly versions: readonly number[];
}

/** Documents that may be issued in contingency; never 08, 09 and 15. */
const TYPES = ['01', '03', '04', '05', '06', '07', '11', '14'];

const MINUTE_MS = 60_000;
const CLOCK_TOLERANCE_MS = 30 * MINUTE_MS;

/** The event follows the end of the contingency within 24 hours (Manual Funcional v2.0, Manual de Eventos v1.1). */
const PERIOD_MS = 24 * 60 * MINUTE_MS;

/** As the authority prints it, accents missing (Lineamientos de integracion v8.0, page 32). */
const WRONG_CLOCK = 'La fecha y hora de transmision, esta fuera del rango permitido de (+ o -) 30 minutos';

/** What an event says, for the ledger; its structure has been checked before. */
export function factsOf(event: JsonRecord): ContingencyFacts {
  const motivo = recordIn(event, 'motivo');
  return {
    startMs: instantIn(motivo, 'fInicio', 'hInicio'),
    endMs: instantIn(motivo, 'fFin', 'hFin'),
    tipoContingencia: integerIn(motivo, 'tipoContingencia') ?? 0,
    documents: recordsIn(event, 'detalleDTE').map((each) => ({
      codigoGeneracion: textIn(each, 'codigoGeneracion') ?? '',
      tipoDoc: textIn(each, 'tipoDoc') ?? '',
    })),
  };
}

function instantIn(record: JsonRecord, date: string, time: string): number {
  return localInstant(textIn(record, date) ?? '', textIn(record, time) ?? '');
}

/** Everything beyond the structure that is wrong with an event, in the authority's words; the authority lists all. */
export function contingencyProblems(event: JsonRecord, bench: EventBench): readonly string[] {
  return [
    ...identityProblems(event, bench),
    ...responsibleProblems(event),
    ...periodProblems(event, bench),
    ...detailProblems(event, bench),
    ...arrivedProblems(event, bench),
  ];
}

type Check = readonly [wrong: boolean, codigoMsg: KnownCode, field: string];

function problemsOf(checks: readonly Check[]): readonly string[] {
  return checks
    .filter(([wrong]) => wrong)
    .map(([, codigoMsg, field]) => `[${field}] ${TEXT_BY_CODE[codigoMsg]}`);
}

function identityProblems(event: JsonRecord, bench: EventBench): readonly string[] {
  const identificacion = recordIn(event, 'identificacion');
  const codigoGeneracion = textIn(identificacion, 'codigoGeneracion') ?? '';
  const repeated = bench.contingencies.isSealed(bench.issuer.ambiente, codigoGeneracion);
  const sentMs = instantIn(identificacion, 'fTransmision', 'hTransmision');
  const offBy = Math.abs(bench.nowMs - sentMs);
  return [
    ...problemsOf([[repeated, '004', 'identificacion.codigoGeneracion']]),
    ...(offBy > CLOCK_TOLERANCE_MS ? [WRONG_CLOCK] : []),
  ];
}

/** Version 3 lists the kinds of establishment itself, with one that the catalog of 2026 has no longer. */
function responsibleProblems(event: JsonRecord): readonly string[] {
  const emisor = recordIn(event, 'emisor');
  const isNewest = integerIn(recordIn(event, 'identificacion'), 'version') === 4;
  const kind = textIn(emisor, 'tipoDocResponsable') ?? '';
  const number = textIn(emisor, 'numeroDocResponsable') ?? '';
  const establishment = textIn(emisor, 'tipoEstablecimiento') ?? '';
  return problemsOf([
    [!RECEPTOR_DOCUMENTS.includes(kind), '003', 'emisor.tipoDocResponsable'],
    [!isPersonNumber(kind, number), '003', 'emisor.numeroDocResponsable'],
    [isNewest && !inCatalog('CAT-009')(establishment), '003', 'emisor.tipoEstablecimiento'],
  ]);
}

function periodProblems(event: JsonRecord, { nowMs, dates }: EventBench): readonly string[] {
  const motivo = recordIn(event, 'motivo');
  const { startMs, endMs, tipoContingencia } = factsOf(event);
  const strict = dates === 'strict';
  const unexplained = tipoContingencia === 5 && !textIn(motivo, 'motivoContingencia');
  return problemsOf([
    [startMs >= endMs, '017', 'motivo.fFin'],
    [strict && endMs > nowMs, '017', 'motivo.fFin'],
    [strict && nowMs - endMs > PERIOD_MS, '018', 'motivo.fFin'],
    [tipoContingencia < 1 || tipoContingencia > 5, '003', 'motivo.tipoContingencia'],
    [unexplained, '005', 'motivo.motivoContingencia'],
  ]);
}

/** One observation for each kind of problem, about the first entry that has it. */
function detailProblems(event: JsonRecord, { issuer, contingencies }: EventBench): readonly string[] {
  const { nit, ambiente } = issuer;
  const entries = recordsIn(event, 'detalleDTE');
  const { documents } = factsOf(event);
  const codes = documents.map(({ codigoGeneracion }) => codigoGeneracion);
  const first = new Map(codes.map((code, index) => [code, index] as const).reverse());
  const listed = codes.map((codigoGeneracion) => contingencies.isListed({ nit, ambiente, codigoGeneracion }));
  const outOfOrder = entries.findIndex((each, index) => integerIn(each, 'noItem') !== index + 1);
  const stranger = documents.findIndex(({ tipoDoc }) => !TYPES.includes(tipoDoc));
  const repeated = codes.findIndex((code, index) => first.get(code) !== index);
  const at = (index: number, key: string) => `detalleDTE.${index + 1}.${key}`;
  return problemsOf([
    [outOfOrder >= 0, '019', at(outOfOrder, 'noItem')],
    [stranger >= 0, '007', at(stranger, 'tipoDoc')],
    [repeated >= 0, '025', at(repeated, 'codigoGeneracion')],
    [listed.includes(true), '004', at(listed.indexOf(true), 'codigoGeneracion')],
  ]);
}

/** As issuers report it; it names no entry. */
const HAS_ARRIVED = 'código generación ya existe';

/** An event that lists a document that is stamped is refused as a whole. */
function arrivedProblems(event: JsonRecord, { issuer, ledger }: EventBench): readonly string[] {
  const arrived = factsOf(event).documents.some(
    ({ codigoGeneracion }) => ledger.stampedAs(issuer.ambiente, codigoGeneracion) !== null,
  );
  return arrived ? [HAS_ARRIVED] : [];
}
