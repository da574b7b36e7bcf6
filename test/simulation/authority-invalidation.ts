import { fiscalTime } from '../../src/core/calendar/el-salvador-time.ts';
import type { RawAnswer, Rejection } from '../../src/operations/authority/ports.ts';
import type { InvalidationAnswer } from '../../src/operations/invalidations/ports.ts';
import { sealOf } from '../support/identifiers.ts';
import { processingTime } from '../support/processing-time.ts';
import type { Ledger, LedgerEntry } from './authority.ts';
import { readSignedInvalidation, type SignedInvalidation } from './signed-invalidation.ts';
import type { World } from './world.ts';

/** An invalidation that the authority has sealed. */
export interface SealedInvalidation extends SignedInvalidation {
  readonly jws: string;
  readonly selloRecibido: string;
  /** On the clock of the world. */
  readonly sealedMs: number;
}

/** The authority's books of invalidations. */
export interface InvalidationLedger {
  /** By the code of the document; null where somebody else has invalidated it. */
  readonly invalidated: ReadonlyMap<string, SealedInvalidation | null>;
  /** Bytes it has rejected; unless it judges each sending anew, the same bytes are rejected again. */
  readonly rejected: ReadonlySet<string>;
}

export interface InvalidationDesk {
  readonly ledger: InvalidationLedger;
  /** The bytes of an event arrive now; `sending` tells whether the network has brought the same sending before. */
  receive(jws: string, sending: { readonly rejected: boolean }): InvalidationAnswer;
}

export interface InvalidationDeskOptions {
  readonly world: World;
  /** What it has stamped. */
  readonly documents: Ledger;
  /** Told of every seal right after it was given. */
  readonly onSeal: (event: SealedInvalidation) => void;
}

const RAW: RawAnswer = { status: 200, body: '{}' };

/** The authority's service for invalidations, with rules of its own. */
export function openInvalidationDesk({
  world,
  documents,
  onSeal,
}: InvalidationDeskOptions): InvalidationDesk {
  const invalidated = new Map<string, SealedInvalidation | null>();
  const rejected = new Set<string>();
  const refuse = (jws: string, why: string): InvalidationAnswer => {
    rejected.add(jws);
    world.note(() => `authority rejects the ${describe(jws)}: ${why}`);
    return { kind: 'rejected', already: null, rejection: rejectionFor('096', why), raw: RAW };
  };
  const seal = (jws: string, event: SignedInvalidation): InvalidationAnswer => {
    const selloRecibido = sealOf(`2026${String(invalidated.size + 1).padStart(36, 'I')}`);
    const sealed = { ...event, jws, selloRecibido, sealedMs: world.nowMs() };
    invalidated.set(event.document.codigoGeneracion, sealed);
    world.note(() => `authority seals the ${describe(jws)}`);
    onSeal(sealed);
    const fhProcesamiento = processingTime(world.wallMs(world.nowMs()));
    const words = { codigoMsg: '001', descripcionMsg: 'RECIBIDO', observaciones: [] };
    return { kind: 'sealed', stamp: { selloRecibido, fhProcesamiento, ...words }, raw: RAW };
  };
  /** Somebody else has invalidated the document in this very moment. */
  const lose = (event: SignedInvalidation): InvalidationAnswer => {
    invalidated.set(event.document.codigoGeneracion, null);
    world.note(() => 'somebody else has invalidated the document');
    return already(world, null, event);
  };
  return {
    ledger: { invalidated, rejected },
    receive(jws, sending) {
      const event = readSignedInvalidation(jws);
      const { codigoGeneracion } = event.document;
      const before = invalidated.get(codigoGeneracion);
      if (before !== undefined && isTheSameAgain(world, before, event)) return already(world, before, event);
      if (world.faults().moody ? sending.rejected : rejected.has(jws)) return refuse(jws, 'as before');
      const why = whyNot({ world, documents, invalidated }, event);
      if (why !== null) return refuse(jws, why);
      if (!world.dice.chance(world.faults().whim)) return seal(jws, event);
      return world.dice.chance(0.2) ? lose(event) : refuse(jws, 'WHIM');
    },
  };
}

/** A lenient authority seals another event for the same document: ours must not count on its looking. */
function isTheSameAgain(
  world: World,
  before: SealedInvalidation | null,
  { codigoGeneracion }: SignedInvalidation,
): boolean {
  return before === null || before.codigoGeneracion === codigoGeneracion || !world.faults().lenient;
}

/** That the event's own code is known (004), or that the document is invalidated (015). */
function already(
  { dice }: World,
  before: SealedInvalidation | null,
  { codigoGeneracion }: SignedInvalidation,
): InvalidationAnswer {
  const isOwn = before?.codigoGeneracion === codigoGeneracion && dice.chance(0.5);
  return {
    kind: 'rejected',
    already: isOwn ? 'registered' : 'invalidated',
    rejection: isOwn ? rejectionFor('004', 'YA EXISTE') : rejectionFor('015', 'SE ENCUENTRA ANULADO'),
    raw: RAW,
  };
}

function rejectionFor(codigoMsg: string, why: string): Rejection {
  return { codigoMsg, clasificaMsg: null, descripcionMsg: why, observaciones: [why] };
}

function describe(jws: string): string {
  const { codigoGeneracion, document } = readSignedInvalidation(jws);
  return `event ..${codigoGeneracion.slice(-4)} on ..${document.codigoGeneracion.slice(-4)}`;
}

interface Books {
  readonly world: World;
  readonly documents: Ledger;
  readonly invalidated: ReadonlyMap<string, unknown>;
}

/** What the authority finds wrong with an event; null for nothing. */
function whyNot(
  { world, documents, invalidated }: Books,
  { document, mark }: SignedInvalidation,
): string | null {
  const entry = documents.entries.get(document.codigoGeneracion);
  if (entry === undefined) return 'NO EXISTE';
  const { numeroControl, tipoDte, stamp } = entry;
  if (numeroControl !== document.numeroControl || tipoDte !== document.tipoDte) return 'NO COINCIDE';
  if (stamp.selloRecibido !== document.selloRecibido) return 'SELLO NO COINCIDE';
  if (mark?.faulty === true) return 'NO CUMPLE';
  if (isLate(entry, world.wallMs(world.nowMs()))) return 'FUERA DE PLAZO';
  const isAdjusted = [...documents.entries.values()].some(
    (note) => note.ccf === document.codigoGeneracion && !invalidated.has(note.codigoGeneracion),
  );
  return isAdjusted && !world.faults().lenient ? 'RELACIONADO CON OTRO DTE' : null;
}

/** Between taxpayers the 20th of the month after the stamp's, else 95 days: later than the last day that the law gives. */
function isLate({ tipoDte, stampedMs }: LedgerEntry, nowMs: number): boolean {
  if (tipoDte !== '03' && tipoDte !== '05') return nowMs > stampedMs + 95 * DAY_MS;
  const [year = 0, month = 0] = monthOf(stampedMs);
  const [yearNow = 0, monthNow = 0, dayNow = 0] = monthOf(nowMs);
  const monthsLater = (yearNow - year) * 12 + monthNow - month;
  return monthsLater > 1 || (monthsLater === 1 && dayNow > 20);
}

const DAY_MS = 86_400_000;

function monthOf(instantMs: number): readonly number[] {
  return fiscalTime(instantMs).fecEmi.split('-').map(Number);
}
