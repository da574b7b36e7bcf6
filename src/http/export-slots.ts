import { type Holder, holding } from '../operations/access/holding.ts';

/** How many exports are written at once: each takes a connection for a moment again and again, and the press for long. */
export interface ExportSlots {
  /** A function that gives the slot back, before its holder is over; null where none is free. */
  take(companyId: string, holder: Holder): (() => void) | null;
  /** Does what reads or makes whole files in a slot; null, and nothing is done, where none is free. */
  during<T>(companyId: string, work: () => Promise<T>): Promise<T | null>;
  taken(): number;
}

const MOST = 8;
const MOST_OF_COMPANY = 2;

export function createExportSlots(): ExportSlots {
  const taken: string[] = [];
  const take: ExportSlots['take'] = (companyId, holder) => {
    const own = taken.filter((one) => one === companyId).length;
    if (holder.isOver || taken.length >= MOST || own >= MOST_OF_COMPANY) return null;
    taken.push(companyId);
    return holder.keep(() => void taken.splice(taken.indexOf(companyId), 1));
  };
  return {
    take,
    taken: () => taken.length,
    during: (companyId, work) =>
      holding(async (holder) => (take(companyId, holder) === null ? null : work())),
  };
}
