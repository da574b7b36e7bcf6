import type { Explanation } from '../../core/explaining/explain.ts';
import { type ExplainingParts, explainRejection } from '../documents/explain-rejection.ts';
import type { Clock } from '../documents/ports.ts';
import type { DocumentReader, DocumentView } from '../documents/reading-ports.ts';
import { type InvalidationParts, whyNotInvalidated } from '../invalidations/get-invalidation.ts';
import type { DocumentLister, ListedState } from '../listings/ports.ts';
import { selectionOf } from '../listings/read-selection.ts';
import type { Account } from '../today/read-today.ts';
import { type AttentionKind, attentionSinceMs } from './count-attention.ts';
import type { AttentionKey, AttentionReader, Trouble, TroubleKind } from './ports.ts';

export interface AttentionListParts extends Omit<ExplainingParts, 'store'>, InvalidationParts {
  readonly attention: AttentionReader;
  readonly lister: Pick<DocumentLister, 'page'>;
  readonly documents: DocumentReader;
  readonly clock: Pick<Clock, 'now'>;
}

/** A document that needs somebody. */
export interface AttentionItem {
  readonly view: DocumentView;
  /** Why the document, or its invalidation, was rejected; empty where neither was. */
  readonly explanations: readonly Explanation[];
  /** Null where the document's own state is what is wrong. */
  readonly trouble: Trouble | null;
}

export interface AttentionPage {
  /** There may be fewer than asked for, even none, although more follow. */
  readonly items: readonly AttentionItem[];
  readonly next: AttentionKey | null;
}

export interface AttentionQuery<Kind = AttentionKind> {
  readonly kind: Kind;
  readonly after: AttentionKey | null;
  readonly limit: number;
}

/** A page of the documents of one kind that need somebody, the newest first. */
export async function listAttention(
  parts: AttentionListParts,
  account: Account,
  query: AttentionQuery,
): Promise<AttentionPage> {
  const { kind } = query;
  return kind === 'rejected' || kind === 'contingency'
    ? byState(parts, account, { ...query, kind })
    : byTrouble(parts, account, { ...query, kind });
}

async function byState(
  parts: AttentionListParts,
  { companyId, ambiente }: Account,
  { kind, after, limit }: AttentionQuery<ListedState>,
): Promise<AttentionPage> {
  const selection = {
    ...selectionOf({ state: kind }, ambiente),
    sinceMs: attentionSinceMs(parts.clock.now()),
  };
  const wanted = { selection, after, limit, newestFirst: true, withStanding: false, withDelivery: false };
  const page = await parts.lister.page(companyId, wanted);
  const items: AttentionItem[] = [];
  // One after the other, so that a page takes one connection.
  for (const view of page.views)
    items.push({ view, explanations: await explainRejection(parts, view.record), trouble: null });
  return { items, next: page.next === null ? null : { ...page.next, address: '' } };
}

async function byTrouble(
  parts: AttentionListParts,
  { companyId, ambiente }: Account,
  { kind, after, limit }: AttentionQuery<TroubleKind>,
): Promise<AttentionPage> {
  const query = { ambiente, sinceMs: attentionSinceMs(parts.clock.now()), after, limit: limit + 1 };
  const found = await parts.attention.troubles(companyId, kind, query);
  const shown = found.slice(0, limit);
  const items: AttentionItem[] = [];
  for (const trouble of shown) {
    const view = await parts.documents.view(companyId, { idOrRef: trouble.documentId, bytes: false });
    if (view === null) continue;
    const explanations = kind === 'invalidation_rejected' ? await whyNotInvalidated(parts, view.record) : [];
    items.push({ view, explanations, trouble });
  }
  return { items, next: found.length > limit ? (shown.at(-1)?.key ?? null) : null };
}
