import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Journal, openJournal } from './journal.ts';
import { createLedgerMemory, type Ledger } from './ledger.ts';
import { type Judged, readJudged } from './submission.ts';

let folder: string;
let journal: Journal;
let ledger: Ledger;

async function open(): Promise<void> {
  const memory = createLedgerMemory();
  journal = await openJournal(join(folder, 'state.jsonl'), memory.replay);
  ledger = memory.openOn(journal);
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ledger-'));
  await open();
});

afterEach(async () => {
  await journal.close();
  await rm(folder, { recursive: true });
});

function judged(code: string, changes: Partial<Judged> = {}): Judged {
  return {
    type: 'stamped',
    nit: '012345678',
    ambiente: '00',
    codigoGeneracion: code,
    sha256: `hash of ${code}`,
    facts: {
      tipoDte: '01',
      version: 2,
      numeroControl: `number of ${code}`,
      fecEmi: '2026-11-20',
      montoTotal: '1',
    },
    verdict: {
      selloRecibido: ledger.newSello('2026'),
      fhProcesamiento: '20/11/2026 10:00:00',
      clasificaMsg: '10',
      codigoMsg: '001',
      descripcionMsg: 'RECIBIDO',
      observaciones: [],
    },
    judgedAt: '2026-11-20T16:00:00.000Z',
    jws: `jws of ${code}`,
    ...changes,
  };
}

const keyOf = (code: string, fecEmi = '2026-01-01') => ({
  nit: '012345678',
  ambiente: '00',
  fecEmi,
  numeroControl: `number of ${code}`,
});

it('knows a stamp by its code and its number, within environment, issuer and year', async () => {
  await ledger.keep(judged('A'));
  expect(ledger.stampedAs('00', 'A')?.codigoGeneracion).toBe('A');
  expect(ledger.stampedAs('01', 'A')).toBeNull();
  expect(ledger.numberIsTaken(keyOf('A'))).toBe(true);
  expect(ledger.numberIsTaken(keyOf('A', '2027-01-01'))).toBe(false);
  expect(ledger.numberIsTaken({ ...keyOf('A'), nit: '999999999' })).toBe(false);
  expect(ledger.numberIsTaken({ ...keyOf('A'), ambiente: '01' })).toBe(false);
});

it('lets a rejected document occupy nothing', async () => {
  await ledger.keep(judged('A', { type: 'rejected' }));
  expect(ledger.stampedAs('00', 'A')).toBeNull();
  expect(ledger.numberIsTaken(keyOf('A'))).toBe(false);
  expect(ledger.entries()).toHaveLength(1);
});

it('is the same after it was closed and opened again', async () => {
  await ledger.keep(judged('A', { type: 'rejected', sha256: 'first try' }));
  await Promise.all(['A', 'B', 'C'].map((code) => ledger.keep(judged(code))));
  const before = ledger.entries();
  await journal.close();
  await open();
  expect(ledger.entries()).toEqual(before);
  expect(ledger.numberIsTaken(keyOf('C'))).toBe(true);
  const stamp = ledger.stampedAs('00', 'B');
  expect(stamp && (await ledger.jwsOf(stamp))).toBe('jws of B');
});

it('keeps a number that somebody else has, across a restart', async () => {
  await ledger.takeNumber(keyOf('X'));
  await journal.close();
  await open();
  expect(ledger.numberIsTaken(keyOf('X'))).toBe(true);
  expect(ledger.numberIsTaken(keyOf('X', '2027-01-01'))).toBe(false);
  expect(ledger.entries()).toEqual([]);
});

it('does not let a repetition hide a stamp', async () => {
  await ledger.keep(judged('A'));
  await ledger.keep(judged('A', { type: 'rejected' }));
  expect(ledger.entries().map(({ state }) => state)).toEqual(['stamped']);
});

it('gives out seals of forty characters that never repeat, across restarts', async () => {
  const seals = new Set<string>();
  for (let turn = 0; turn < 60; turn += 1) {
    const next = judged(`code ${turn}`);
    seals.add(next.verdict.selloRecibido ?? '');
    await ledger.keep(next);
    if (turn % 20 === 19) {
      await journal.close();
      await open();
    }
  }
  expect(seals.size).toBe(60);
  for (const seal of seals) expect(seal).toMatch(/^2026[0-9A-Z]{36}$/);
});

it('counts how often the same bytes arrived', () => {
  const arrival = { codigoGeneracion: 'A', nit: null, sha256: 'x' };
  ledger.arrived(arrival);
  ledger.arrived(arrival);
  ledger.arrived({ ...arrival, sha256: 'y' });
  expect(ledger.arrivals().map(({ sha256, times }) => [sha256, times])).toEqual([
    ['x', 2],
    ['y', 1],
  ]);
});

it('reads only entries that it could have written', () => {
  const good: unknown = JSON.parse(JSON.stringify(judged('A')));
  expect(readJudged(good)).toEqual(good);
  expect(readJudged({ ...judged('A'), facts: null })).not.toBeNull();
  for (const bad of [null, {}, { ...judged('A'), verdict: {} }, { ...judged('A'), facts: {} }]) {
    expect(readJudged(bad)).toBeNull();
  }
  expect(readJudged({ ...judged('A'), jws: 5 })).toBeNull();
});
