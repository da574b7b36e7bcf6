import type { Authority, Clock, Reception, Stamp } from '../../src/operations/documents/ports.ts';
import type { InvalidationAnswer, InvalidationAuthority } from '../../src/operations/invalidations/ports.ts';
import { REJECTED_RAW, REJECTION, STAMP, STAMPED_RAW } from '../support/answers.ts';
import { sealOf } from '../support/identifiers.ts';
import { processingTime } from '../support/processing-time.ts';
import type { Book, Reading } from './book.ts';

/**
 * What becomes of a call: a verdict that is heard, bytes that are lost on the way, a verdict that nobody hears, bytes
 * that arrive after everybody has given up, a connection that fails, and a node that dies before or behind the verdict.
 */
export const FATES = [
  'stamp',
  'reject',
  'lost',
  'unheard',
  'late',
  'undelivered',
  'death',
  'death_after',
] as const;
export type Fate = (typeof FATES)[number];

/** The node that made a call is dead: nothing of what it would have done next happens. */
export class NodeDied extends Error {
  override readonly name = 'NodeDied';
}

/** An authority whose calls meet the fates they are given, one after the other and from the start again. */
export interface FatedAuthority extends Authority, InvalidationAuthority {
  fate(fates: readonly Fate[]): void;
  /** What is still on its way arrives. */
  deliverLate(): void;
}

interface Call<T> {
  readonly arrive: (refuse: boolean) => T;
  readonly silent: T;
  readonly undelivered: T;
}

const SILENCE = { reason: 'time-out', raw: null };
const SILENT = { kind: 'silent', ...SILENCE } as const;
const UNDELIVERED = { kind: 'not_delivered', ...SILENCE } as const;

export function fatedAuthority(book: Book, { now }: Pick<Clock, 'now'>): FatedAuthority {
  const late: (() => void)[] = [];
  let [fates, turn]: [readonly Fate[], number] = [[], 0];
  const next = async (): Promise<Fate> => {
    const fate = fates[turn % fates.length] ?? 'stamp';
    turn += 1;
    await new Promise(setImmediate);
    return fate;
  };
  const carry = async <T>(call: Call<T>): Promise<T> => meet(await next(), call, late);
  return {
    fate(given) {
      [fates, turn] = [given, 0];
    },
    deliverLate: () => {
      for (const arrive of late.splice(0)) arrive();
    },
    submit: ({ jws, codigoGeneracion }) =>
      carry<Reception>({
        arrive: (refuse) => reception(book, codigoGeneracion, book.receive({ jws, refuse, nowMs: now() })),
        silent: SILENT,
        undelivered: UNDELIVERED,
      }),
    async consult({ codigoGeneracion }) {
      if (await isLost(next)) return SILENT;
      const stamp = stampOf(book, codigoGeneracion);
      if (stamp === null) return { kind: 'absent', raw: { status: 404, body: '' } };
      return { kind: 'stamped', stamp, raw: STAMPED_RAW };
    },
    invalidate: ({ jws, codigoGeneracion: eventCode, invalidated: { codigoGeneracion: documentCode } }) =>
      carry<InvalidationAnswer>({
        arrive: (refuse) => {
          const arrival = { jws, refuse, nowMs: now(), documentCode, eventCode };
          return verdictOn(book.invalidate(arrival), now());
        },
        silent: SILENT,
        undelivered: UNDELIVERED,
      }),
    speaksOf: async () => !(await isLost(next)),
  };
}

async function isLost(next: () => Promise<Fate>): Promise<boolean> {
  const fate = await next();
  if (fate === 'death' || fate === 'death_after') throw new NodeDied();
  return fate === 'lost' || fate === 'undelivered';
}

function meet<T>(fate: Fate, call: Call<T>, late: (() => void)[]): T {
  switch (fate) {
    case 'stamp':
      return call.arrive(false);
    case 'reject':
      return call.arrive(true);
    case 'lost':
      return call.silent;
    case 'unheard':
      call.arrive(false);
      return call.silent;
    case 'late':
      late.push(() => void call.arrive(false));
      return call.silent;
    case 'undelivered':
      return call.undelivered;
    case 'death':
      throw new NodeDied();
    case 'death_after':
      call.arrive(false);
      throw new NodeDied();
  }
}

function reception(book: Book, code: string, reading: Reading): Reception {
  const stamp = stampOf(book, code);
  if (reading === 'stamped' && stamp !== null) return { kind: 'stamped', stamp, raw: STAMPED_RAW };
  if (reading === 'rejected') return { kind: 'rejected', rejection: REJECTION, raw: REJECTED_RAW };
  const rejection = { ...REJECTION, codigoMsg: '004', observaciones: ['codigoGeneracion'] };
  return { kind: 'already_registered', field: 'codigoGeneracion', rejection, raw: REJECTED_RAW };
}

function stampOf(book: Book, code: string): Stamp | null {
  const document = book.documents.get(code);
  if (document === undefined) return null;
  return {
    ...STAMP,
    selloRecibido: sealOf(document.sello),
    fhProcesamiento: processingTime(document.sealedMs),
  };
}

function verdictOn(reading: Reading, nowMs: number): InvalidationAnswer {
  if (reading === 'stamped')
    return { kind: 'sealed', stamp: { ...STAMP, fhProcesamiento: processingTime(nowMs) }, raw: STAMPED_RAW };
  const already = reading === 'known' ? 'invalidated' : null;
  return { kind: 'rejected', already, rejection: REJECTION, raw: REJECTED_RAW };
}
