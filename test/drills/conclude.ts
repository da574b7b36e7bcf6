import { countOpen, gatherEvidence, untilSettled } from './gather-evidence.ts';
import { judge } from './judge.ts';
import { broken, type DrillResult, unless, type Violation } from './options.ts';
import type { Scene } from './scene.ts';
import type { OpenSale, Shop } from './sell.ts';

/** How many sales are posted again at the end. */
const SAMPLE = 100;
const CALLERS = 8;
const TRIES = 20;

/**
 * Waits until everything is settled without any caller's help, lets those come back that had given up, asks at this
 * address for some sales once more, and lets the judge speak.
 */
export async function conclude(
  { rig, shop }: Pick<Scene, 'rig' | 'shop'>,
  url: string,
  patienceMs: number,
): Promise<DrillResult> {
  const settledMs = await untilSettled(rig, patienceMs);
  const open = `${await countOpen(rig)} documents open after ${patienceMs} ms`;
  const late = unless(settledMs !== null, 'not settled', open);
  await askForTheRest(shop, url);
  await untilSettled(rig, patienceMs);
  await askAgain(shop, url);
  const evidence = await gatherEvidence(rig, shop.sales());
  const figures = {
    sales: evidence.sales.length,
    documents: evidence.documents.length,
    stamps: evidence.ledger.filter(({ state }) => state === 'stamped').length,
    notes_asked: evidence.sales.filter(({ ccf }) => ccf !== null).length,
    notes_stamped: evidence.ledger.filter(({ state, tipoDte }) => state === 'stamped' && tipoDte === '05')
      .length,
    unanswered_posts: shop.counts.unanswered,
    busy_posts: shop.counts.busy,
    failed_posts: shop.counts.failed,
    settled_ms: Math.round(settledMs ?? -1),
  };
  return { figures, violations: [...late, ...judge(evidence), ...unposted(shop)] };
}

/** Callers that had given up come back. */
async function askForTheRest(shop: Shop, url: string): Promise<void> {
  const open = shop.openSales().filter(isUnanswered);
  const waiting = open.values();
  const ask = async () => {
    for (const sale of waiting) await shop.postUntilAnswered(sale, () => url, TRIES);
  };
  await Promise.all(Array.from({ length: CALLERS }, ask));
}

/** Not all notes on one CCF can be issued: to be refused is an answer, too. */
function isUnanswered({ told, kind }: OpenSale): boolean {
  return told.every(({ outcome, status }) => outcome === 'refused' && (kind !== 'note' || status >= 500));
}

/** The answers join the memory of the shop, so that the judge hears them, too. */
async function askAgain(shop: Shop, url: string): Promise<void> {
  const all = shop.openSales();
  const step = Math.max(1, Math.floor(all.length / SAMPLE));
  for (const [index, sale] of all.entries()) {
    if (index % step === 0) await shop.post(sale, url);
  }
}

/** Every sale of a drill must be answered for in the end. */
function unposted(shop: Shop): readonly Violation[] {
  const left = shop.openSales().filter(isUnanswered);
  return broken(
    'never answered',
    left.map(({ ref, told }) => ({ ref, told })),
  );
}
