import { countsInBooks } from '../../core/books/entry.ts';
import { fiscalTime, localDayStartMs } from '../../core/calendar/el-salvador-time.ts';
import { typeOf } from '../../core/dte/kinds.ts';
import { type Amount, decimal, sum } from '../../core/money/decimal.ts';
import type { Clock } from '../documents/ports.ts';
import type { DocumentReader, DocumentView } from '../documents/reading-ports.ts';
import { listedState } from '../listings/columns.ts';
import type { DeedStore } from './ports.ts';

/** More than a cashier issues by hand in a day. */
const MOST = 500;

export interface OwnDocumentsParts {
  readonly deeds: Pick<DeedStore, 'latest'>;
  readonly documents: DocumentReader;
  readonly clock: Pick<Clock, 'now'>;
}

export interface OwnUser {
  readonly companyId: string;
  readonly userId: string;
}

/** The documents that a user has issued by hand today, each once, the newest first; `most` of them at the most. */
export async function ownDocuments(
  parts: OwnDocumentsParts,
  user: OwnUser,
  most: number,
): Promise<readonly DocumentView[]> {
  const views: DocumentView[] = [];
  for (const documentId of (await ownIds(parts, user)).slice(0, most)) {
    const view = await parts.documents.view(user.companyId, { idOrRef: documentId, bytes: false });
    if (view !== null) views.push(view);
  }
  return views;
}

/** Whether a user has issued this document by hand today. */
export async function isOwnDocument(
  parts: Pick<OwnDocumentsParts, 'deeds' | 'clock'>,
  user: OwnUser,
  documentId: string,
): Promise<boolean> {
  return (await ownIds(parts, user)).includes(documentId);
}

/** What documents come to that count in the books; amounts in dollars. */
export interface OwnSum {
  readonly documents: number;
  readonly total: Amount;
}

/** What a user has sold, here and abroad, and what was bought; whatever was rejected or cancelled counts in neither. */
export function sumsOfOwn(views: readonly Pick<DocumentView, 'record' | 'standing'>[]): {
  readonly sold: OwnSum;
  readonly bought: OwnSum;
} {
  const counted = views.filter(({ record, standing }) =>
    countsInBooks(listedState(record.state) === 'rejected', standing),
  );
  const isBought = ({ record }: (typeof counted)[number]) => typeOf(record.tipoDte).movement === 'purchase';
  return { sold: sumOf(counted.filter((one) => !isBought(one))), bought: sumOf(counted.filter(isBought)) };
}

function sumOf(views: readonly Pick<DocumentView, 'record'>[]): OwnSum {
  return {
    documents: views.length,
    total: sum(views.map(({ record }) => decimal(record.summary.amountTotal))),
  };
}

async function ownIds(
  { deeds, clock }: Pick<OwnDocumentsParts, 'deeds' | 'clock'>,
  { companyId, userId }: OwnUser,
): Promise<readonly string[]> {
  const since = localDayStartMs(fiscalTime(clock.now()).fecEmi);
  const done = await deeds.latest(companyId, { userId, since, most: MOST });
  const issued = done.filter(({ deed }) => deed === 'issued' || deed === 'corrected');
  return [...new Set(issued.flatMap(({ documentId }) => documentId ?? []))];
}
