import { fiscalTime } from '../../core/calendar/el-salvador-time.ts';
import type { Clock } from '../documents/ports.ts';
import type { ListedState } from '../listings/ports.ts';
import type { CompanyStanding, TodayReader } from '../today/ports.ts';
import { type Account, lastDays } from '../today/read-today.ts';
import { type AttentionReader, TROUBLE_KINDS } from './ports.ts';

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
export async function countAttention(parts: AttentionParts, account: Account): Promise<Attention> {
  const counts = await countsOf(parts, account);
  return { counts, standing: await parts.today.standing(account.companyId, account.ambiente) };
}

/** How many things need somebody; what is in contingency goes on by itself. */
export function needingIn({ contingency: _, ...needing }: Attention['counts']): number {
  return Object.values(needing).reduce((sum, count) => sum + count, 0);
}

/** The same, counted now. */
export async function countNeeding(parts: AttentionParts, account: Account): Promise<number> {
  return needingIn(await countsOf(parts, account));
}

async function countsOf(
  parts: AttentionParts,
  { companyId, ambiente }: Account,
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

const DAY_MS = 86_400_000;

/** From when on, in milliseconds since the epoch, something needs somebody. */
export function attentionSinceMs(nowMs: number): number {
  return nowMs - ATTENTION_DAYS * DAY_MS;
}
