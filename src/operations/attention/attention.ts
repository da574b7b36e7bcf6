import { fiscalTime } from '../../core/calendar/el-salvador-time.ts';
import { DAY_MS } from '../../core/calendar/spans.ts';
import type { Explanation } from '../../core/explaining/explain.ts';
import type { CompanyAccount } from '../authority/ports.ts';
import { type ExplainingParts, explainRejection } from '../documents/explain-rejection.ts';
import type { Clock } from '../documents/ports.ts';
import type { DocumentReader, DocumentView } from '../documents/reading-ports.ts';
import { type InvalidationParts, whyNotInvalidated } from '../invalidations/get-invalidation.ts';
import type { DocumentLister, ListedState } from '../listings/ports.ts';
import { selectionOf } from '../listings/read-selection.ts';
import type { CompanyStanding, TodayReader } from '../today/ports.ts';
import { lastDays } from '../today/read-today.ts';
import {
  type AttentionKey,
  type AttentionReader,
  TROUBLE_KINDS,
  type Trouble,
  type TroubleKind,
} from './ports.ts';

/** A document that is rejected until it is sent again, one without a verdict, or one with some other trouble. */
export const ATTENTION_KINDS = ['rejected', 'contingency', ...TROUBLE_KINDS] as const;
export type AttentionKind = (typeof ATTENTION_KINDS)[number];

/** What is older needs nobody any more, or somebody knows of it. */
export const ATTENTION_DAYS = 90;
/** Troubles of a kind that are counted at the most. */
export const COUNTED_TROUBLES = 100;

export interface AttentionParts {
  readonly today: TodayReader;
  readonly attention: AttentionReader;
  readonly clock: Pick<Clock, 'now'>;
}

export interface Attention {
  /** How much of each kind there is; of troubles COUNTED_TROUBLES at the most. */
  readonly counts: Readonly<Record<AttentionKind, number>>;
  readonly standing: CompanyStanding;
}

/** How much of a company needs somebody, and how it stands. */
export async function countAttention(parts: AttentionParts, account: CompanyAccount): Promise<Attention> {
  const counts = await countsOf(parts, account);
  return { counts, standing: await parts.today.standing(account.companyId, account.ambiente) };
}

/** How many things need somebody; what is in contingency goes on by itself. */
export function needingIn({ contingency: _, ...needing }: Attention['counts']): number {
  return Object.values(needing).reduce((sum, count) => sum + count, 0);
}

/** How many things of a company need somebody, counted now. */
export async function countNeeding(parts: AttentionParts, account: CompanyAccount): Promise<number> {
  return needingIn(await countsOf(parts, account));
}

async function countsOf(
  parts: AttentionParts,
  { companyId, ambiente }: CompanyAccount,
): Promise<Attention['counts']> {
  const nowMs = parts.clock.now();
  const lastDay = fiscalTime(nowMs).fecEmi;
  const [firstDay = lastDay] = lastDays(lastDay, ATTENTION_DAYS);
  const { sums } = await parts.today.sums(companyId, { ambiente, firstDay, lastDay });
  const documents = (wanted: ListedState) =>
    sums.reduce((count, { state, documents: more }) => (state === wanted ? count + more : count), 0);
  const query = { ambiente, sinceMs: attentionSinceMs(nowMs), limit: COUNTED_TROUBLES };
  return {
    rejected: documents('rejected'),
    contingency: documents('contingency'),
    ...(await parts.attention.counts(companyId, query)),
  };
}

/** From when on, in milliseconds since the epoch, something needs somebody. */
export function attentionSinceMs(nowMs: number): number {
  return nowMs - ATTENTION_DAYS * DAY_MS;
}

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
  account: CompanyAccount,
  query: AttentionQuery,
): Promise<AttentionPage> {
  const { kind } = query;
  return kind === 'rejected' || kind === 'contingency'
    ? byState(parts, account, { ...query, kind })
    : byTrouble(parts, account, { ...query, kind });
}

async function byState(
  parts: AttentionListParts,
  { companyId, ambiente }: CompanyAccount,
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
  { companyId, ambiente }: CompanyAccount,
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
