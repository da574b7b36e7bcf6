import type { SessionRights } from '../operations/users/ports.ts';
import type { CompanyVisit } from './visit.ts';

/** Answers that go on after their request: they end once whoever asked may not have them any more. */
export interface Ongoing {
  /**
   * Calls `end` once the session of the visit has ended, or its user has another role in the company, or none; the
   * function returned forgets it.
   */
  watch(visit: Pick<CompanyVisit, 'session' | 'companyId' | 'role'>, end: () => void): () => void;
}

/** Whatever of it was changed at whichever node is seen within two seconds: the next look, and its answer. */
const LOOK_EVERY_MS = 1_000;

interface Watched {
  readonly visit: Parameters<Ongoing['watch']>[0];
  readonly end: () => void;
}

/**
 * Looks at the sessions of all that goes on at this node, with one look for all of it, while anything does. Where the
 * database does not answer, the next look comes anyway.
 */
export function createOngoing(
  rightsOf: (sessionIds: readonly string[]) => Promise<readonly SessionRights[]>,
): Ongoing {
  const going = new Set<Watched>();
  let looking: NodeJS.Timeout | undefined;
  let isLooking = false;

  async function look(): Promise<void> {
    if (isLooking) return;
    isLooking = true;
    const seen = [...going];
    const ids = [...new Set(seen.map(({ visit }) => visit.session.sessionId))];
    const rights = await rightsOf(ids).catch(() => null);
    isLooking = false;
    if (rights === null) return;
    const bySession = new Map(rights.map((one) => [one.sessionId, one]));
    for (const { visit, end } of seen) if (!isAllowed(visit, bySession.get(visit.session.sessionId))) end();
  }

  return {
    watch(visit, end) {
      const watched = { visit, end };
      going.add(watched);
      looking ??= setInterval(() => void look(), LOOK_EVERY_MS);
      return () => {
        going.delete(watched);
        if (going.size > 0) return;
        clearInterval(looking);
        looking = undefined;
      };
    },
  };
}

function isAllowed({ companyId, role }: Watched['visit'], rights: SessionRights | undefined): boolean {
  if (rights === undefined) return false;
  const member = rights.roles.find((one) => one.companyId === companyId);
  return role === (rights.isOperator ? 'operator' : member?.role);
}
