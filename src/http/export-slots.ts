/** How many exports are written at once: each takes a connection for a moment again and again, and the press for long. */
export interface ExportSlots {
  /** A function that gives the slot back; null where none is free. */
  take(companyId: string): (() => void) | null;
  /** Does what reads or makes whole files in a slot; null, and nothing is done, where none is free. */
  during<T>(companyId: string, work: () => Promise<T>): Promise<T | null>;
}

const MOST = 8;
const MOST_OF_COMPANY = 2;

export function createExportSlots(): ExportSlots {
  const taken: string[] = [];
  const take = (companyId: string) => {
    if (taken.length >= MOST || taken.filter((one) => one === companyId).length >= MOST_OF_COMPANY)
      return null;
    taken.push(companyId);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      taken.splice(taken.indexOf(companyId), 1);
    };
  };
  return {
    take,
    async during(companyId, work) {
      const giveBack = take(companyId);
      if (giveBack === null) return null;
      try {
        return await work();
      } finally {
        giveBack();
      }
    },
  };
}
