import type { Holder } from './holding.ts';

/** The bytes of bodies under way, from the first that comes until the request is over. */
export interface BodyBytes {
  /** Counts those of a request: a function that adds some, and answers false where there is no room for them. */
  of(companyId: string, holder: Holder): (bytes: number) => boolean;
  underWay(): number;
}

export interface ByteLimits {
  readonly ofCompany: number;
  readonly ofAll: number;
}

const MEGABYTE = 1024 * 1024;

/** A body takes some six times its bytes until it is answered: as text, as values, and in the thread that reads it. */
export const BYTE_LIMITS: ByteLimits = { ofCompany: 64 * MEGABYTE, ofAll: 256 * MEGABYTE };

export function createBodyBytes(limits: ByteLimits): BodyBytes {
  const companies = new Map<string, number>();
  let all = 0;
  const ofCompany = (companyId: string): number => companies.get(companyId) ?? 0;
  const move = (companyId: string, bytes: number): void => {
    all += bytes;
    const left = ofCompany(companyId) + bytes;
    if (left === 0) companies.delete(companyId);
    else companies.set(companyId, left);
  };
  return {
    of(companyId, holder) {
      let own = 0;
      holder.keep(() => move(companyId, -own));
      return (bytes) => {
        const hasRoom = all + bytes <= limits.ofAll && ofCompany(companyId) + bytes <= limits.ofCompany;
        if (holder.isOver || !hasRoom) return false;
        own += bytes;
        move(companyId, bytes);
        return true;
      };
    },
    underWay: () => all,
  };
}
