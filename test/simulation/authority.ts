import { fiscalTime } from '../../src/core/calendar/el-salvador-time.ts';
import type { CodigoGeneracion } from '../../src/core/identifiers/official.ts';
import { readConsultation } from '../../src/hacienda/answer.ts';
import type {
  Consultation,
  RawAnswer,
  Reception,
  Rejection,
  Stamp,
} from '../../src/operations/authority/ports.ts';
import type { DocumentRecord } from '../../src/operations/documents/ports.ts';
import { codeOf, sealOf } from '../support/identifiers.ts';
import { processingTime } from '../support/processing-time.ts';
import { briefly, readSigned, type SignedText } from './signed-text.ts';
import type { World } from './world.ts';

/** A stamped document as the authority keeps it. */
export interface LedgerEntry extends SignedText {
  readonly jws: string;
  readonly stamp: Stamp;
  /** When it was stamped, on the clock on the wall. */
  readonly stampedMs: number;
  /** From when on a query finds it. */
  readonly visibleMs: number;
  /** Its bytes came after their quarantine. */
  readonly ghost: boolean;
}

/** The authority's own books: the judge of what happened. */
export interface Ledger {
  /** By generation code. */
  readonly entries: ReadonlyMap<string, LedgerEntry>;
  /** Bytes it has rejected; unless it judges each sending anew, the same bytes are rejected again. */
  readonly rejected: ReadonlySet<string>;
  /** Numbers somebody else has used: number and year. */
  readonly foreign: ReadonlySet<string>;
}

export interface SimulatedAuthority {
  readonly ledger: Ledger;
  /** The bytes arrive now. */
  receive(jws: string, arrival: Arrival): Reception;
  lookUp(codigoGeneracion: string): Consultation;
}

export interface Arrival {
  /** A stamp is to be found by queries at this instant at the latest. */
  readonly visibleMs: number;
  /** The network has brought the same sending before, and it was rejected. */
  readonly again?: boolean;
  readonly ghost?: boolean;
}

/** Told of every stamp right after it was given. */
export type StampListener = (entry: LedgerEntry) => void;

const RAW: RawAnswer = { status: 200, body: '{}' };
const REJECTION: Rejection = {
  codigoMsg: '096',
  clasificaMsg: '11',
  descripcionMsg: 'DOCUMENTO NO CUMPLE ESQUEMA JSON',
  observaciones: ['[resumen.observaciones] no cumple el formato requerido'],
};

export interface AuthorityOptions {
  readonly world: World;
  readonly onStamp: StampListener;
  /** Whether the document of this code has been invalidated. */
  readonly isInvalidated: (codigoGeneracion: string) => boolean;
  /** Whether our side knows of a document that is stamped and stands. */
  readonly knowsStamped: () => boolean;
}

export function createSimulatedAuthority({
  world,
  onStamp,
  isInvalidated,
  knowsStamped,
}: AuthorityOptions): SimulatedAuthority {
  const entries = new Map<string, LedgerEntry>();
  /** What was said last under a code. */
  const refusals = new Map<string, Rejection>();
  const [rejected, foreign] = [new Set<string>(), foreignNumbers(world)];
  const numbers = new Map<string, string>();
  const stampOf = (jws: string, { visibleMs, ghost = false }: Arrival): Reception => {
    const text = readSigned(jws);
    const selloRecibido = sealOf(`2026${String(entries.size + 1).padStart(36, 'A')}`);
    const stampedMs = world.wallMs(world.nowMs());
    const stamp = {
      selloRecibido,
      fhProcesamiento: processingTime(stampedMs + world.faults().clockOffMs),
      codigoMsg: '001',
      descripcionMsg: 'RECIBIDO',
      observaciones: [],
    };
    const shownMs = world.dice.chance(world.faults().lag)
      ? world.dice.between(world.nowMs(), Math.max(world.nowMs(), visibleMs))
      : world.nowMs();
    const entry = { ...text, jws, stamp, stampedMs, visibleMs: shownMs, ghost };
    entries.set(text.codigoGeneracion, entry);
    numbers.set(numberKey(text), text.codigoGeneracion);
    world.note(() => `authority stamps ${briefly(jws)}`);
    onStamp(entry);
    return { kind: 'stamped', stamp, raw: RAW };
  };
  return {
    ledger: { entries, rejected, foreign },
    receive(jws, arrival) {
      const taken = takenBy(world, { entries, numbers, foreign }, readSigned(jws));
      if (taken !== null) {
        refusals.set(readSigned(jws).codigoGeneracion, taken.rejection);
        if (!entries.has(readSigned(jws).codigoGeneracion)) rejected.add(jws);
        return taken;
      }
      const isAgain = world.faults().moody ? arrival.again === true : rejected.has(jws);
      const rejection = faultOf(world, readSigned(jws), isInvalidated);
      if (rejection === null && !isAgain && !world.dice.chance(world.faults().whim))
        return stampOf(jws, arrival);
      rejected.add(jws);
      refusals.set(readSigned(jws).codigoGeneracion, rejection ?? REJECTION);
      world.note(() => `authority rejects ${briefly(jws)}: ${rejection?.observaciones[0] ?? 'a whim'}`);
      return { kind: 'rejected', rejection: rejection ?? REJECTION, raw: RAW };
    },
    lookUp: lookingUp(world, { entries, refusals }, { isInvalidated, knowsStamped }),
  };
}

interface Shown {
  readonly entries: ReadonlyMap<string, LedgerEntry>;
  readonly refusals: ReadonlyMap<string, Rejection>;
}

function lookingUp(
  world: World,
  { entries, refusals }: Shown,
  { isInvalidated, knowsStamped }: Pick<AuthorityOptions, 'isInvalidated' | 'knowsStamped'>,
): SimulatedAuthority['lookUp'] {
  return (codigoGeneracion) => {
    const entry = entries.get(codigoGeneracion);
    if (isAway(world) && knowsStamped()) {
      world.note(() => `authority denies code ..${codigoGeneracion.slice(-4)}, its index is away`);
      return { kind: 'absent', raw: { status: 404, body: '' } };
    }
    const last = refusals.get(codigoGeneracion);
    const words = wordsAbout(world, { entry, last, invalidated: isInvalidated(codigoGeneracion) });
    if (words !== null) return refused(world, codeOf(codigoGeneracion), words);
    return entry === undefined || entry.visibleMs > world.nowMs()
      ? { kind: 'absent', raw: { status: 404, body: '' } }
      : { kind: 'stamped', stamp: entry.stamp, raw: RAW };
  };
}

interface Asked {
  readonly entry: LedgerEntry | undefined;
  /** What was said last under the code. */
  readonly last: Rejection | undefined;
  readonly invalidated: boolean;
}

/** What the query is told in the place of the usual answer; null for nothing. */
function wordsAbout(world: World, { entry, last, invalidated }: Asked): Rejection | null {
  if (!world.faults().refuses) return null;
  if (invalidated) return refusalFor('015', 'DOCUMENTO SE ENCUENTRA ANULADO');
  if (entry === undefined) return last ?? null;
  const isHidden = entry.visibleMs > world.nowMs() && world.dice.chance(0.5);
  return isHidden ? refusalFor('004', '[identificacion.codigoGeneracion] YA EXISTE') : null;
}

function refusalFor(codigoMsg: string, descripcionMsg: string): Rejection {
  return { codigoMsg, clasificaMsg: null, descripcionMsg, observaciones: [] };
}

/** A refusal as it comes over the wire, as the product reads it. */
function refused(world: World, codigoGeneracion: CodigoGeneracion, refusal: Rejection): Consultation {
  world.note(() => `authority refuses the query about ..${codigoGeneracion.slice(-4)}: ${refusal.codigoMsg}`);
  const said = { ...refusal, estado: 'RECHAZADO', codigoGeneracion, selloRecibido: null };
  return readConsultation({ status: 400, body: Buffer.from(JSON.stringify(said)) }, codigoGeneracion);
}

type Taken = Extract<Reception, { readonly kind: 'already_registered' }>;

interface Registers {
  readonly entries: ReadonlyMap<string, LedgerEntry>;
  readonly numbers: ReadonlyMap<string, string>;
  readonly foreign: ReadonlySet<string>;
}

/** Whether the code or the number is registered; null where neither is. */
function takenBy(world: World, { entries, numbers, foreign }: Registers, text: SignedText): Taken | null {
  const { lenient, numberFirst } = world.faults();
  const key = numberKey(text);
  const isOurs = entries.has(text.codigoGeneracion);
  if (isOurs && !(numberFirst && numbers.has(key))) return registered('codigoGeneracion');
  const isTaken = isOurs || foreign.has(key) || (!lenient && numbers.has(key));
  if (!isTaken) return null;
  return registered('numeroControl', numberFirst ? nameOwner(world, numbers.get(key)) : null);
}

/** What is wrong with a document, whenever it comes; null for nothing. */
function faultOf(
  world: World,
  text: SignedText,
  isInvalidated: AuthorityOptions['isInvalidated'],
): Rejection | null {
  const date = wrongDate(world, text);
  if (date !== null) return { ...REJECTION, observaciones: [`[${date}] NO CORRECTA`] };
  const isOnNothing = text.ccf !== null && !world.faults().lenient && isInvalidated(text.ccf);
  return text.faulty || isOnNothing ? REJECTION : null;
}

/** Who has the number; not every answer says so. */
function nameOwner({ dice }: World, owner: string | undefined): CodigoGeneracion | null {
  return owner === undefined || dice.chance(0.7) ? null : codeOf(owner);
}

function isAway(world: World): boolean {
  const nowMs = world.nowMs();
  return world.faults().away.some(({ fromMs, untilMs }) => fromMs <= nowMs && nowMs < untilMs);
}

/** The field that is wrong where dates are judged; null for none. */
function wrongDate(world: World, { fecEmi, formal }: SignedText): 'fecEmi' | null {
  if (!world.faults().strictDates) return null;
  const nowMs = world.wallMs(world.nowMs());
  const isOld = !formal && fecEmi < fiscalTime(nowMs - DAY_MS).fecEmi;
  return isOld || fecEmi > fiscalTime(nowMs).fecEmi ? 'fecEmi' : null;
}

const DAY_MS = 86_400_000;

function registered(
  field: 'codigoGeneracion' | 'numeroControl',
  named: CodigoGeneracion | null = null,
): Taken {
  const rejection = {
    ...REJECTION,
    codigoMsg: '004',
    descripcionMsg: `YA EXISTE ${field}`,
    observaciones: [field],
  };
  return { kind: 'already_registered', field, named, strays: false, rejection, raw: RAW };
}

/** Whether somebody else has the number of a document. */
export function isForeign(
  { foreign }: Ledger,
  { numeroControl, postedMs }: Pick<DocumentRecord, 'numeroControl' | 'postedMs'>,
): boolean {
  return foreign.has(numberKey({ numeroControl, year: fiscalTime(postedMs).fecEmi.slice(0, 4) }));
}

/** A number counts within a year. */
export function numberKey({ numeroControl, year }: Pick<SignedText, 'numeroControl' | 'year'>): string {
  return `${numeroControl} of ${year}`;
}

function foreignNumbers(world: World): Set<string> {
  const numbers = Array.from({ length: world.faults().foreignNumbers }, () => world.dice.between(1, 4));
  return new Set(
    numbers.flatMap((number) =>
      ['2026', '2027'].flatMap((year) =>
        ['01', '03', '14'].map((tipoDte) =>
          numberKey({ numeroControl: `DTE-${tipoDte}-M001P001-${String(number).padStart(15, '0')}`, year }),
        ),
      ),
    ),
  );
}
