import { createHash, randomUUID } from 'node:crypto';
import { foldText } from '../../src/catalogs/fold.ts';
import type { TipoDte } from '../../src/core/dte/kinds.ts';
import type { ListedState, Selection } from '../../src/operations/listings/ports.ts';
import type { StorageBench } from './storage-bench.ts';

/** A document as a list sees it, for an oracle in the place of the search. */
export interface ListedDocument {
  readonly documentId: string;
  readonly externalRef: string;
  readonly postedMs: number;
  readonly tipoDte: TipoDte;
  readonly state: ListedState;
  readonly establishment: string;
  readonly pointOfSale: string;
  readonly controlNumber: string;
  readonly generationCode: string;
  readonly receptionStamp: string | null;
  readonly customer: string | null;
  readonly nit: string | null;
  readonly nrc: string | null;
  readonly dui: string | null;
  readonly cents: number;
  readonly wasSilent: boolean;
}

/** A selection that asks for nothing. */
export const EVERYTHING: Selection = {
  ambiente: '00',
  sinceMs: null,
  untilMs: null,
  types: null,
  states: null,
  establishment: null,
  pointOfSale: null,
  customer: null,
  nit: null,
  nrc: null,
  dui: null,
  leastCents: null,
  mostCents: null,
  controlNumber: null,
  generationCode: null,
  receptionStamp: null,
  externalRef: null,
  invalidated: null,
  adjusted: null,
  contingency: null,
};

const FIRST = ['María', 'José', 'Ángel', 'Óscar', 'Inés', 'Nuñez', 'LUIS', 'Zoë'];
const SECOND = ['Peña', 'García', 'Zelaya', 'Wong', 'Cañas', "O'Neil", 'Quijano', '  de la Ó'];
const TYPES: readonly TipoDte[] = ['01', '01', '01', '01', '03', '03', '11', '14'];

/** The document of this number; many share an instant. */
export function listedDocument(number: number, beganMs: number): ListedDocument {
  const dice = createHash('sha256').update(`document ${number}`).digest();
  const die = (place: number) => dice[place] ?? 0;
  const tipoDte = TYPES[die(0) % TYPES.length] ?? '01';
  const [establishment, pointOfSale] = [`M00${1 + (die(1) % 3)}`, `P00${1 + (die(2) % 4)}`];
  const isNamed = tipoDte !== '01' || die(3) % 3 === 0;
  const state = die(4) < 6 ? 'rejected' : die(4) < 10 ? 'contingency' : 'stamped';
  const person = die(5) * 256 + die(6);
  const dui = String(person).padStart(9, '0');
  return {
    documentId: randomUUID(),
    externalRef: `venta ${number} %_\\ñ`,
    postedMs: beganMs + Math.floor(number / 3) * 1_000,
    tipoDte,
    state,
    establishment,
    pointOfSale,
    controlNumber: `DTE-${tipoDte}-${establishment}${pointOfSale}-${String(number).padStart(15, '0')}`,
    generationCode: randomUUID().toUpperCase(),
    receptionStamp: state === 'stamped' ? `2026${randomUUID().replaceAll('-', '').toUpperCase()}ABCD` : null,
    customer: isNamed ? `${FIRST[person % 8]} ${SECOND[Math.floor(person / 8) % 8]} ${person % 50}` : null,
    nit: tipoDte === '03' ? (person % 2 === 0 ? dui : `06140101${dui.slice(3)}`) : null,
    nrc: tipoDte === '03' ? String(1_000 + (person % 700)) : null,
    dui: isNamed && tipoDte !== '03' ? dui : null,
    cents: 1 + ((die(7) * 65_536 + die(8) * 256 + die(9)) % (die(10) < 20 ? 9_000_000 : 5_000)),
    wasSilent: state === 'contingency' || die(11) < 12,
  };
}

/** Whether a document is of a selection, as the interface promises it. */
export function isSelected(document: ListedDocument, wanted: Selection): boolean {
  const person = (id: string | null) => id;
  const isDui = (id: string) => person(document.dui) === id || (document.nit === id && id.length === 9);
  return (
    (wanted.sinceMs === null || document.postedMs >= wanted.sinceMs) &&
    (wanted.untilMs === null || document.postedMs < wanted.untilMs) &&
    (wanted.types === null || wanted.types.includes(document.tipoDte)) &&
    (wanted.states === null || wanted.states.includes(document.state)) &&
    (wanted.establishment === null || document.establishment === wanted.establishment) &&
    (wanted.pointOfSale === null || document.pointOfSale === wanted.pointOfSale) &&
    (wanted.customer === null ||
      foldText(document.customer ?? 'Consumidor Final').includes(foldText(wanted.customer))) &&
    (wanted.nit === null || document.nit === wanted.nit) &&
    (wanted.nrc === null || document.nrc === wanted.nrc) &&
    (wanted.dui === null || isDui(wanted.dui)) &&
    (wanted.leastCents === null || BigInt(document.cents) >= wanted.leastCents) &&
    (wanted.mostCents === null || BigInt(document.cents) <= wanted.mostCents) &&
    (wanted.controlNumber === null || document.controlNumber.includes(wanted.controlNumber)) &&
    (wanted.generationCode === null || document.generationCode === wanted.generationCode) &&
    (wanted.receptionStamp === null || document.receptionStamp === wanted.receptionStamp) &&
    (wanted.externalRef === null || document.externalRef === wanted.externalRef) &&
    (wanted.contingency === null || document.wasSilent === wanted.contingency) &&
    wanted.invalidated !== true &&
    wanted.adjusted !== true
  );
}

/** In the order of their issue. */
export function inOrder(documents: readonly ListedDocument[]): readonly ListedDocument[] {
  return documents.toSorted((a, b) => a.postedMs - b.postedMs || (a.documentId < b.documentId ? -1 : 1));
}

/** Writes documents as if they had been issued; no trigger sees them where `isOld`. */
export async function insertDocuments(
  bench: Pick<StorageBench, 'asSuperuser'>,
  companyId: string,
  documents: readonly ListedDocument[],
): Promise<void> {
  await bench.asSuperuser(
    `INSERT INTO documents (company_id, document_id, external_ref, doc_type, environment, control_number, fiscal_year,
       establishment, point_of_sale, posted_at, state, generation, generation_code, draft, summary, payload_hash,
       reception_stamp, stamped_attempt, next_attempt_at, contingency_since)
     SELECT $1, d."documentId", d."externalRef", d."tipoDte", '00', d."controlNumber", 2026, d.establishment,
       d."pointOfSale", to_timestamp(d."postedMs" / 1000), d.state, 'v2', d."generationCode", d.draft, d.summary, 'h',
       d."receptionStamp", CASE WHEN d.state = 'stamped' THEN 1 END, NULL,
       CASE WHEN d."wasSilent" THEN now() END
     FROM json_to_recordset($2) AS d ("documentId" uuid, "externalRef" text, "tipoDte" text, "controlNumber" text,
       establishment text, "pointOfSale" text, "postedMs" float8, state text, "generationCode" text, draft text,
       summary jsonb, "receptionStamp" text, "wasSilent" boolean)`,
    [companyId, JSON.stringify(documents.map(rowOf))],
  );
}

function rowOf(document: ListedDocument) {
  const { customer, nit, nrc, dui, cents, tipoDte, ...row } = document;
  const party = {
    nombre: customer,
    nrc,
    ...(nit === null ? { tipoDocumento: dui === null ? null : '13', numDocumento: dui } : { nit }),
  };
  const amount = (cents / 100).toFixed(2);
  return {
    ...row,
    tipoDte,
    draft: JSON.stringify(
      tipoDte === '14' ? { sujetoExcluido: party } : { receptor: customer === null ? null : party },
    ),
    summary: {
      customerName: customer ?? 'Consumidor Final',
      amountTaxable: amount,
      amountVat: '0.01',
      amountGross: amount,
      amountRetention: '0.00',
      amountTotal: amount,
    },
  };
}
