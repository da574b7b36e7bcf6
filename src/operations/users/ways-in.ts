import { refuseUser, type UserRefusal } from '../../core/users/user-refusal.ts';
import type { Origin, Session } from './ports.ts';
import { doerOf, type UsersContext } from './users-context.ts';
import { freshOf, type WayChange } from './ways-ports.ts';

/** When and from where somebody changes a way in. */
export interface Changing {
  readonly origin: Origin;
  readonly nowMs: number;
}

/**
 * Changes a way in of a user who has come in just now. Every change passes here: the store takes none without a fresh session,
 * and removes the last way for nobody. `make` is called for a fresh session alone; `subject` is for the record.
 */
export async function changeWayIn(
  { ways, deeds }: Pick<UsersContext, 'ways' | 'deeds'>,
  session: Session,
  { origin, nowMs, subject = '' }: Changing & { readonly subject?: string },
  make: () => WayChange | Promise<WayChange | UserRefusal>,
): Promise<{ readonly kind: 'changed' } | UserRefusal> {
  const fresh = freshOf(session, nowMs);
  if (fresh === null) return refuseUser('sign_in_again');
  const change = await make();
  if (change.kind === 'refused') return change;
  const outcome = await ways.change(fresh, change);
  if (outcome !== 'changed' && outcome !== 'unknown') return refuseUser(outcome);
  if (outcome === 'changed') await deeds.record({ by: doerOf(session, origin), deed: change.kind, subject });
  return { kind: 'changed' };
}
