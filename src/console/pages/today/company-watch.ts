import type { CompanyAccount } from '../../../operations/authority/ports.ts';

/** Tells the pages of a company when something of it has changed, with one look for all who watch it. */
export interface CompanyWatch {
  /**
   * Calls `tell` after each change, and once for what may have changed since the page was made; the function returned ends
   * that.
   */
  watch(account: CompanyAccount, tell: () => void): () => void;
}

/** How long a sale takes to be seen, at the most. */
const LOOK_EVERY_MS = 2_000;

interface Watched {
  readonly tells: Set<() => void>;
  readonly timer: NodeJS.Timeout;
}

/**
 * Watches companies while somebody does. `signOf` answers what changes whenever the page has to; it fails where the database
 * does not answer, and the next look comes anyway.
 */
export function createCompanyWatch(signOf: (account: CompanyAccount) => Promise<string>): CompanyWatch {
  const companies = new Map<string, Watched>();

  function begin(account: CompanyAccount): Watched {
    const tells = new Set<() => void>();
    let known: string | null = null;
    let isLooking = false;
    const look = async (): Promise<void> => {
      if (isLooking) return;
      isLooking = true;
      const sign = await signOf(account).catch(() => known);
      isLooking = false;
      if (sign !== known) for (const tell of tells) tell();
      known = sign;
    };
    void look();
    return { tells, timer: setInterval(() => void look(), LOOK_EVERY_MS) };
  }

  return {
    watch(account, tell) {
      const { companyId } = account;
      const others = companies.get(companyId);
      const watched = others ?? begin(account);
      companies.set(companyId, watched);
      watched.tells.add(tell);
      // The first look tells whoever begins; what it would compare with is older than the pages of those who come later.
      if (others !== undefined) tell();
      return () => {
        watched.tells.delete(tell);
        if (watched.tells.size > 0 || companies.get(companyId) !== watched) return;
        clearInterval(watched.timer);
        companies.delete(companyId);
      };
    },
  };
}
