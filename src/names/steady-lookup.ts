import type { LookupAddress, LookupAllOptions, LookupOptions } from 'node:dns';
import { lookup } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A healthy name server answers in far less. */
const PATIENCE_MS = 250;
/** The system's word that a name is nobody's; its others say that it could not find out. */
const UNKNOWN = 'ENOTFOUND';

type Addresses = readonly LookupAddress[];

export interface SteadyLookup {
  /** For `connect` of net, tls and undici. Where the system is late or cannot find out, the addresses that it found last serve. */
  readonly lookup: LookupFunction;
  /** What the system says now, however long it takes. */
  current(hostname: string): Promise<Addresses>;
}

/**
 * The look-up of names that the operator gives, by all that the system knows of them. It occupies a thread of the process, so
 * all who want a name at a time wait for one look-up, and one that was found once is not waited for any longer.
 */
export function createSteadyLookup(
  ask: (hostname: string, options: LookupAllOptions) => Promise<Addresses>,
  patienceMs = PATIENCE_MS,
): SteadyLookup {
  const found = new Map<string, Addresses>();
  const asked = new Map<
    string,
    { readonly current: Promise<Addresses>; readonly soon: Promise<Addresses> }
  >();

  async function current(key: string, ...question: Parameters<typeof ask>): Promise<Addresses> {
    try {
      const addresses = await ask(...question);
      found.set(key, addresses);
      return addresses;
    } catch (error) {
      if (Reflect.get(Object(error), 'code') === UNKNOWN) found.delete(key);
      throw error;
    }
  }

  async function soon(key: string, answer: Promise<Addresses>): Promise<Addresses> {
    try {
      const early = await Promise.race([answer, sleep(patienceMs, null, { ref: false })]);
      return early ?? found.get(key) ?? answer;
    } catch (error) {
      const addresses = found.get(key);
      if (addresses === undefined) throw error;
      return addresses;
    } finally {
      void answer.catch(() => undefined).then(() => asked.delete(key));
    }
  }

  function asking(hostname: string, { family, hints, order }: LookupOptions) {
    const key = [hostname, family, hints, order].join(' ');
    const known = asked.get(key);
    if (known !== undefined) return known;
    const answer = current(key, hostname, { family, hints, order, all: true });
    const begun = { current: answer, soon: soon(key, answer) };
    // Whoever asks for `current` alone hears of a failure there.
    begun.soon.catch(() => undefined);
    asked.set(key, begun);
    return begun;
  }

  return {
    lookup(hostname, options, callback) {
      asking(hostname, options).soon.then(
        (addresses) =>
          options.all === true
            ? callback(null, [...addresses])
            : callback(null, addresses[0]?.address ?? '', addresses[0]?.family),
        (error: Error) => callback(error, ''),
      );
    },
    current: (hostname) => asking(hostname, {}).current,
  };
}

/** The one of this process. */
export const steadyLookup = createSteadyLookup(lookup);
