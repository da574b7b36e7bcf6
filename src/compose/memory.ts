// What a node keeps apart from the database, so that a database which has forgotten something is noticed and made whole.
import type { NodeSettings } from '../config/node-settings.ts';
import type { IssuingLog } from '../operations/documents/issuing-context.ts';
import type { Clock, DocumentStore } from '../operations/documents/ports.ts';
import { leaseMs } from '../operations/sending/send.ts';
import type { KeyHolder } from '../signer/key-holder.ts';
import type { Pool } from '../storage/connection/pool.ts';
import { openJournal } from '../storage/journal/journal.ts';
import { journaled } from '../storage/journal/journaled-store.ts';
import { createLogWatch, type LogWatch, UNWATCHED } from '../storage/log/log-watch.ts';

export interface Memory {
  readonly watch: LogWatch;
  /** The store, which now writes down what it does. */
  remembering(store: DocumentStore, clock: Pick<Clock, 'now'>): DocumentStore;
  close(): Promise<void>;
}

/** The same, which says as well that nothing can be signed. */
export function besideKeys(memory: Memory, keys: Pick<KeyHolder, 'isAway'>): Memory {
  const { watch } = memory;
  return {
    ...memory,
    watch: {
      ...watch,
      async standing() {
        const standing = await watch.standing();
        return { ...standing, refusal: standing.refusal ?? (keys.isAway() ? 'signer' : null) };
      },
    },
  };
}

/** Without a folder the node keeps nothing, as tests of other things run it. */
export function openMemory(
  pool: Pool,
  settings: Pick<NodeSettings, 'journalFolder' | 'failOver' | 'haciendaTimeoutMs'>,
  { now }: Pick<Clock, 'now'>,
  log: IssuingLog,
): Memory {
  const { journalFolder: folder, failOver, haciendaTimeoutMs: callTimeoutMs } = settings;
  if (folder === null)
    return { watch: UNWATCHED, remembering: (store) => store, close: async () => undefined };
  const goingOn = {
    leaseMs: leaseMs({ callTimeoutMs }),
    wentOn: (epoch: string) => log.warn('went_on_behind_fail_over', { epoch }),
  };
  const watch = createLogWatch(pool, folder, now, failOver === 'synchronous' ? goingOn : null);
  const journal = openJournal(folder);
  return {
    watch: {
      ...watch,
      async standing() {
        const [standing, isJournalWritable] = await Promise.all([watch.standing(), journal.isWritable()]);
        const refusal = standing.refusal ?? (isJournalWritable ? null : 'journal');
        return { ...standing, refusal, isJournalWritable };
      },
    },
    remembering: (store, clock) => journaled(store, journal, clock),
    async close() {
      await watch.close();
      await journal.close();
    },
  };
}
