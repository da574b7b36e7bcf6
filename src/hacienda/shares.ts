/** What companies share of something that each call takes one of. */
export interface Shares {
  /** Resolves with what gives it back, to be called once; null where the company's turn did not come within the time. */
  take(companyId: string, timeoutMs: number): Promise<(() => void) | null>;
}

interface Company {
  underWay: number;
  readonly waiting: Set<() => void>;
}

/**
 * A company may have as many as it leaves free: the first that floods half of all, the next half of the rest. The first
 * of each company is beyond that count, so that however many companies wait for an authority that answers them nothing,
 * the next one has its call. Companies take turns at what comes free.
 */
export function createShares(total: number): Shares {
  /** In the order of their turns. */
  const companies = new Map<string, Company>();
  let free = total;

  function of(companyId: string): Company {
    const company = companies.get(companyId) ?? { underWay: 0, waiting: new Set() };
    companies.set(companyId, company);
    return company;
  }

  function forgetIdle(companyId: string, { underWay, waiting }: Company): void {
    if (underWay === 0 && waiting.size === 0) companies.delete(companyId);
  }

  const mayBegin = ({ underWay }: Company): boolean => underWay === 0 || underWay < free;

  function begin(companyId: string, company: Company): () => void {
    company.underWay += 1;
    free -= 1;
    return () => {
      company.underWay -= 1;
      free += 1;
      forgetIdle(companyId, company);
      callNext();
    };
  }

  /** Whoever is called goes to the end, where this loop may come to it again. */
  function callNext(): void {
    for (const [companyId, company] of companies) {
      const [next] = company.waiting;
      if (next === undefined || !mayBegin(company)) continue;
      companies.delete(companyId);
      companies.set(companyId, company);
      next();
    }
  }

  return {
    async take(companyId, timeoutMs) {
      const company = of(companyId);
      if (company.waiting.size === 0 && mayBegin(company)) return begin(companyId, company);
      return new Promise((resolve) => {
        const call = () => {
          clearTimeout(timer);
          company.waiting.delete(call);
          resolve(begin(companyId, company));
        };
        const timer = setTimeout(() => {
          company.waiting.delete(call);
          forgetIdle(companyId, company);
          resolve(null);
        }, timeoutMs);
        company.waiting.add(call);
      });
    },
  };
}
