import type { DocumentStore } from '../operations/documents/ports.ts';
import type { Meter } from '../operations/installation/metrics-ports.ts';

/** The store, with the meter told of every number that turned out to be another system's. */
export function meteredStore(store: DocumentStore, meter: Pick<Meter, 'numberTaken'>): DocumentStore {
  return {
    ...store,
    async renumber(lease, from) {
      const renumbered = await store.renumber(lease, from);
      if (renumbered !== null) meter.numberTaken();
      return renumbered;
    },
  };
}
