// What a node keeps apart from the database, so that a database which has forgotten something is noticed and made whole.
import type { Clock, DocumentStore } from '../operations/documents/ports.ts';
import type { Pool } from '../storage/connection/pool.ts';
import { openJournal } from '../storage/journal/journal.ts';
import { journaled } from '../storage/journal/journaled-store.ts';
import { createLogWatch, type LogWatch, UNWATCHED } from '../storage/log/log-watch.ts';

export interface Memory {
  readonly watch: LogWatch;
  /** The same store, which writes down what it does. */
  remembering(store: DocumentStore, clock: Pick<Clock, 'now'>): DocumentStore;
  close(): Promise<void>;
}

/** `folder` is the node's own; null for one that keeps nothing, as tests of other things run it. */
export function openMemory(pool: Pool, folder: string | null, { now }: Pick<Clock, 'now'>): Memory {
  if (folder === null)
    return { watch: UNWATCHED, remembering: (store) => store, close: async () => undefined };
  const watch = createLogWatch(pool, folder, now);
  const journal = openJournal(folder);
  return {
    watch,
    remembering: (store, clock) => journaled(store, journal, clock),
    async close() {
      await watch.close();
      await journal.close();
    },
  };
}
