import { decimal, formatCents, sum } from '../../../src/core/money/decimal.ts';
import type { Ledger, LedgerEntry } from '../authority.ts';
import type { InvalidationLedger } from '../authority-invalidation.ts';
import { mostAmounts } from '../database/note-amounts.ts';
import { type DocumentRow, keyOf, type Tables } from '../database/tables.ts';
import type { World } from '../world.ts';
import { isLiveNow } from './standing-history.ts';

/** What must hold of notes and their CCF, after every step. */
export interface NoteWatch {
  check(): void;
}

export interface NoteBooks {
  readonly world: World;
  readonly tables: Tables;
  readonly ledger: Ledger;
  readonly invalidations: InvalidationLedger;
}

export function watchNotes(books: NoteBooks): NoteWatch {
  const { world, tables, ledger, invalidations } = books;
  const kept = new Map<string, string>();
  let judged = 0;
  return {
    check() {
      const pronounced = ledger.entries.size + invalidations.invalidated.size;
      if (pronounced !== judged) checkLedger(books);
      judged = pronounced;
      const notes = [...tables.documents.values()].filter(({ adjusts }) => adjusts !== null);
      if (notes.length === 0) return;
      for (const note of notes) checkKept(world, kept, note);
      for (const ccfId of new Set(notes.flatMap(({ adjusts }) => adjusts ?? [])))
        checkStore(world, tables, { ccfId, notes: notes.filter(({ adjusts }) => adjusts === ccfId) });
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
  tables: Tables,
  { ccfId, notes }: { readonly ccfId: string; readonly notes: readonly DocumentRow[] },
): void {
  const [first] = notes;
  const key = keyOf(first?.record.companyId ?? '', ccfId);
  const ccf = tables.documents.get(key)?.record;
  if (ccf?.tipoDte !== '03' || ccf.state !== 'stamped') {
    world.violate('notes_are_on_stamped_ccf', `${first?.record.externalRef} on ${ccf?.externalRef}`);
    return;
  }
  const live = notes.filter((note) => isLiveNow(tables, note));
  const taken = sum(live.map((note) => mostAmounts(note).gross));
  if (taken > decimal(ccf.summary.amountGross))
    world.violate('notes_fit_their_ccf', `${formatCents(taken)} of ${ccf.externalRef} are taken here`);
  const invalidation = tables.invalidations.get(key)?.record.state ?? 'rejected';
  if (invalidation !== 'rejected' && live.length > 0)
    world.violate('invalidated_or_adjusted', `${ccf.externalRef} is ${invalidation} and has live notes`);
}

/** What the authority has stamped and not invalidated since. */
function checkLedger({ world, ledger: { entries }, invalidations: { invalidated } }: NoteBooks): void {
  const taken = new Map<string, bigint>();
  for (const entry of entries.values()) {
    if (entry.ccf === null || invalidated.has(entry.codigoGeneracion)) continue;
    taken.set(entry.ccf, (taken.get(entry.ccf) ?? 0n) + grossOf(entry));
  }
  for (const [code, sumOfNotes] of taken) {
    const ccf = entries.get(code);
    if (ccf === undefined || sumOfNotes > grossOf(ccf))
      world.violate('notes_fit_their_ccf', `${formatCents(sumOfNotes)} of ${ccf?.reference} are stamped`);
    if (invalidated.has(code))
      world.violate('invalidated_or_adjusted', `${ccf?.reference} is invalidated and has stamped notes`);
  }
}

/** The subtotal and its VAT, whatever was perceived or retained of it. */
function grossOf({ jws, reference }: LedgerEntry): bigint {
  const parts = [...jws.matchAll(/"(?:subTotalVentas|valor)":([0-9.]+)/g)].map(([, digits = '']) => digits);
  if (parts.length === 0) throw new Error(`the bytes of ${reference} have no total`);
  return sum(parts.map(decimal));
}
