import { fiscalTime, localDayStartMs } from '../../core/calendar/el-salvador-time.ts';
import type { Clock } from '../documents/ports.ts';
import type { DocumentView } from '../documents/reading-ports.ts';
import type { DocumentLister } from '../listings/ports.ts';
import { readSelection } from '../listings/read-selection.ts';
import type { Account } from './read-today.ts';

export interface LatestParts {
  readonly lister: DocumentLister;
  readonly clock: Pick<Clock, 'now'>;
}

/** The documents that a company has issued today, in El Salvador, the newest first; `most` of them at the most. */
export async function latestDocuments(
  { lister, clock }: LatestParts,
  { companyId, ambiente }: Account,
  most: number,
): Promise<readonly DocumentView[]> {
  const reading = readSelection({}, ambiente);
  if (reading.kind === 'problems') throw new Error('a selection of everything is none');
  const sinceMs = localDayStartMs(fiscalTime(clock.now()).fecEmi);
  const { views } = await lister.page(companyId, {
    selection: { ...reading.selection, sinceMs },
    after: null,
    newestFirst: true,
    limit: most,
    withStanding: true,
    withDelivery: false,
  });
  return views;
}
