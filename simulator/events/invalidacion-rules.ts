import { RECEPTOR_DOCUMENTS } from '../documents/catalogs.ts';
import { integerIn, type JsonRecord, recordIn, textIn } from '../exact/json.ts';
import { localDate } from '../local-time.ts';
import type { Demands } from '../state/demands.ts';
import type { Invalidations } from '../state/invalidations.ts';
import type { Issuer } from '../state/issuers.ts';
import type { Ledger, NoteOnDocument } from '../state/ledger.ts';
import { type Check, firstOf, type Refusal, refuseField } from '../verdict/refusal.ts';
import type { InvalidatedDocument } from './invalidation-facts.ts';
import { invalidationDeadline, monthsLater } from './invalidation-window.ts';
import { isPersonNumber } from './person-number.ts';

/** What an invalidation is judged against. */
export interface InvalidationBench {
  readonly issuer: Issuer;
  readonly ledger: Pick<Ledger, 'stampedAs' | 'notesOn'>;
  readonly invalidations: Pick<Invalidations, 'isInvalidated' | 'isSealed'>;
  /** The document that the event names; null where the issuer has none with that code. */
  readonly target: InvalidatedDocument | null;
  readonly nowMs: number;
  /** Versions of the event that are taken. */
  readonly versions: readonly number[];
  readonly anonymous: Demands['anonymous'];
}

/** Types between taxpayers, whose event carries the document's own date. */
const SAME_DATE = ['03', '05'];

/** The first thing beyond the structure that is wrong with an event; null for nothing. */
export function invalidationRefusal(event: JsonRecord, bench: InvalidationBench): Refusal | null {
  const { target, issuer, invalidations } = bench;
  const documento = recordIn(event, 'documento');
  const code = textIn(documento, 'codigoGeneracion') ?? '';
  if (target === null) return refuseField('11', '014', 'documento.codigoGeneracion');
  if (invalidations.isInvalidated(issuer.ambiente, code)) {
    return refuseField('11', '015', 'documento.codigoGeneracion');
  }
  const eventCode = textIn(recordIn(event, 'identificacion'), 'codigoGeneracion') ?? '';
  if (invalidations.isSealed(issuer.ambiente, eventCode)) {
    return refuseField('11', '004', 'identificacion.codigoGeneracion');
  }
  return (
    firstOf(differences(documento, target)) ??
    firstOf(receptorChecks(event, target)) ??
    firstOf(anonymousChecks(documento, target, bench)) ??
    firstOf(personChecks(recordIn(event, 'motivo'))) ??
    firstOf(dateChecks(event, target, bench.nowMs)) ??
    replacementRefusal(event, bench) ??
    firstOf([[hasNotes(code, bench), '14', '028', 'documento.codigoGeneracion']])
  );
}

/** What the event copies from the document is the document's. */
function differences(documento: JsonRecord, target: InvalidatedDocument): readonly Check[] {
  const keys = ['tipoDte', 'selloRecibido', 'numeroControl', 'fecEmi'] as const;
  return keys.map((key) => [documento[key] !== target[key], '11', '027', `documento.${key}`]);
}

/**
 * Kind and number of the receiver's document go together (024); what is given is the document's (027). Where the
 * document does not name its receiver, the first generation's event still has to say something; see `anonymousChecks`.
 */
function receptorChecks(event: JsonRecord, { receptor }: InvalidatedDocument): readonly Check[] {
  const documento = recordIn(event, 'documento');
  const kind = textIn(documento, 'tipoDocumento');
  const number = textIn(documento, 'numDocumento');
  const nombre = textIn(documento, 'nombre');
  const differs = (given: string | null, known: string | null) =>
    given !== null && known !== null && given !== known;
  return [
    [(kind === null) !== (number === null), '13', '024', 'documento.tipoDocumento/numDocumento'],
    [differs(kind, receptor.tipoDocumento), '13', '027', 'documento.tipoDocumento'],
    [differs(plain(number), plain(receptor.numDocumento)), '13', '027', 'documento.numDocumento'],
    [differs(nombre, nameIn(event, receptor.nombre)), '13', '027', 'documento.nombre'],
  ];
}

/** How a receiver is named that the document does not name, where only one way is taken. */
function anonymousChecks(
  documento: JsonRecord,
  { receptor }: InvalidatedDocument,
  { anonymous, issuer }: InvalidationBench,
): readonly Check[] {
  const kind = textIn(documento, 'tipoDocumento');
  if (anonymous === 'any' || kind === null || receptor.tipoDocumento !== null) return [];
  const isOwn = textIn(documento, 'numDocumento') === issuer.nit;
  return [
    [kind !== anonymous, '13', '027', 'documento.tipoDocumento'],
    [kind === '36' && !isOwn, '13', '027', 'documento.numDocumento'],
  ];
}

const [SHORTEST_NAME, LONGEST_NAME] = [5, 200];

/**
 * How an event says the name in its document. That of the first generation takes names of 5 to 200 characters alone, its
 * documents others too: a long one loses its end, and a short one is filled up with points.
 */
function nameIn(event: JsonRecord, known: string | null): string | null {
  if (known === null || integerIn(recordIn(event, 'identificacion'), 'version') !== 2) return known;
  return [...known].slice(0, LONGEST_NAME).join('').padEnd(SHORTEST_NAME, '.');
}

function plain(number: string | null): string | null {
  return number?.replaceAll('-', '') ?? null;
}

/** Who is responsible and who asks for it, each with a document (CAT-022); a reason where the kind says so. */
function personChecks(motivo: JsonRecord): readonly Check[] {
  const tipoAnulacion = integerIn(motivo, 'tipoAnulacion') ?? 0;
  const people = ['Responsable', 'Solicita'].flatMap((who): readonly Check[] => {
    const kind = textIn(motivo, `tipDoc${who}`) ?? '';
    const number = textIn(motivo, `numDoc${who}`) ?? '';
    return [
      [!RECEPTOR_DOCUMENTS.includes(kind), '11', '003', `motivo.tipDoc${who}`],
      [!isPersonNumber(kind, number), '11', '003', `motivo.numDoc${who}`],
    ];
  });
  const unexplained = tipoAnulacion === 3 && motivo['motivoAnulacion'] === null;
  return [
    ...people,
    [![1, 2, 3].includes(tipoAnulacion), '11', '003', 'motivo.tipoAnulacion'],
    [unexplained, '11', '005', 'motivo.motivoAnulacion'],
  ];
}

/**
 * The window counts from the seal to the arrival of the event (018). The date that an event of 2026 carries is the
 * document's own for types 03 and 05, else one from it to three months later (Manual Funcional v2.0, pages 14 and
 * 15); that of the first generation is not before the document's (017).
 */
function dateChecks(event: JsonRecord, target: InvalidatedDocument, nowMs: number): readonly Check[] {
  const identificacion = recordIn(event, 'identificacion');
  const first = textIn(identificacion, 'fecAnula');
  const key = first === null ? 'fecEmi' : 'fecAnula';
  const date = first ?? textIn(identificacion, 'fecEmi') ?? '';
  const last = SAME_DATE.includes(target.tipoDte) ? target.fecEmi : monthsLater(target.fecEmi, 3);
  const latest = first === null ? last : localDate(nowMs);
  return [
    [date < target.fecEmi || date > latest, '11', '017', `identificacion.${key}`],
    [nowMs > invalidationDeadline(target), '11', '018', 'documento.fecEmi'],
  ];
}

/** An error or another cause (1, 3) names the stamped document that takes its place; a rescission (2) and a note none. */
function replacementRefusal(event: JsonRecord, bench: InvalidationBench): Refusal | null {
  const { issuer, ledger, invalidations, target } = bench;
  const documento = recordIn(event, 'documento');
  const replacement = textIn(documento, 'codigoGeneracionR');
  const rescission = integerIn(recordIn(event, 'motivo'), 'tipoAnulacion') === 2;
  const isNote = target?.tipoDte === '05';
  const newest = integerIn(recordIn(event, 'identificacion'), 'version') === 3;
  const forbidden = rescission || (isNote && newest);
  const field = 'documento.codigoGeneracionR';
  if (replacement === null) return firstOf([[!forbidden, '11', '005', field]]);
  const found = ledger.stampedAs(issuer.ambiente, replacement);
  return firstOf([
    [forbidden, '11', '024', field],
    [replacement === documento['codigoGeneracion'], '11', '025', field],
    [found?.nit !== issuer.nit, '11', '014', field],
    [invalidations.isInvalidated(issuer.ambiente, replacement), '11', '015', field],
  ]);
}

/** Notes that still hold keep their CCF from being invalidated. */
function hasNotes(code: string, { issuer, ledger, invalidations }: InvalidationBench): boolean {
  const holds = ({ codigoGeneracion }: NoteOnDocument) =>
    !invalidations.isInvalidated(issuer.ambiente, codigoGeneracion);
  return ledger.notesOn(issuer.ambiente, code).some(holds);
}
