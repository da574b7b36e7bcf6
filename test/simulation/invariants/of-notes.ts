import { isLive } from '../../../src/core/adjusting/standing.ts';
import { decimal, formatCents, sum } from '../../../src/core/money/decimal.ts';
import type { Ledger, LedgerEntry } from '../authority.ts';
import { mostAmounts } from '../database/note-amounts.ts';
import { type DocumentRow, keyOf, type Tables } from '../database/tables.ts';
import type { World } from '../world.ts';

/** What must hold of notes and their CCF, after every step. */
export interface NoteWatch {
  check(): void;
}

export function watchNotes(world: World, tables: Tables, ledger: Ledger): NoteWatch {
  const kept = new Map<string, string>();
  let stamped = 0;
  return {
    check() {
      const notes = [...tables.documents.values()].filter(({ adjusts }) => adjusts !== null);
      if (notes.length === 0) return;
      for (const note of notes) checkKept(world, kept, note);
      for (const ccfId of new Set(notes.flatMap(({ adjusts }) => adjusts ?? [])))
        checkStore(world, tables, { ccfId, notes: notes.filter(({ adjusts }) => adjusts === ccfId) });
      if (ledger.entries.size === stamped) return;
      stamped = ledger.entries.size;
      checkLedger(world, ledger);
    },
  };
}

function checkKept(world: World, kept: Map<string, string>, { adjusts, record }: DocumentRow): void {
  const before = kept.get(record.externalRef) ?? adjusts;
  if (before !== adjusts) world.violate('a_note_keeps_its_ccf', `${record.externalRef}: was on ${before}`);
  if (adjusts !== null) kept.set(record.externalRef, adjusts);
}

/** What is stamped, pending or may come to be sent takes no more than the CCF sold, and each is on a stamped one. */
function checkStore(
  world: World,
  { documents }: Tables,
  { ccfId, notes }: { readonly ccfId: string; readonly notes: readonly DocumentRow[] },
): void {
  const [first] = notes;
  const ccf = documents.get(keyOf(first?.record.companyId ?? '', ccfId))?.record;
  if (ccf?.tipoDte !== '03' || ccf.state !== 'stamped') {
    world.violate('notes_are_on_stamped_ccf', `${first?.record.externalRef} on ${ccf?.externalRef}`);
    return;
  }
  const live = notes.filter(({ record: { state } }) => isLive({ state, invalidation: null }));
  const taken = sum(live.map((note) => mostAmounts(note).gross));
  if (taken > decimal(ccf.summary.amountGross))
    world.violate('notes_fit_their_ccf', `${formatCents(taken)} of ${ccf.externalRef} are taken here`);
}

/** What the authority has stamped. */
function checkLedger(world: World, { entries }: Ledger): void {
  const taken = new Map<string, bigint>();
  for (const entry of entries.values()) {
    if (entry.tipoDte !== '05') continue;
    const ccf = memberOf(entry, /"numeroDocumento":"([^"]+)"/);
    taken.set(ccf, (taken.get(ccf) ?? 0n) + totalOf(entry));
  }
  for (const [code, sumOfNotes] of taken) {
    const ccf = entries.get(code);
    if (ccf === undefined || sumOfNotes > totalOf(ccf))
      world.violate('notes_fit_their_ccf', `${formatCents(sumOfNotes)} of ${ccf?.reference} are stamped`);
  }
}

function totalOf(entry: LedgerEntry): bigint {
  return decimal(memberOf(entry, /"montoTotalOperacion":([0-9.]+)/));
}

function memberOf({ jws, reference }: LedgerEntry, pattern: RegExp): string {
  const value = pattern.exec(jws)?.[1];
  if (value === undefined) throw new Error(`the bytes of ${reference} lack ${pattern}`);
  return value;
}
