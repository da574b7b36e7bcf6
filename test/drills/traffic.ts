import { setTimeout as sleep } from 'node:timers/promises';
import type { Resident } from '../support/house-company.ts';
import type { Scene } from './scene.ts';
import type { OpenSale, Shop } from './sell.ts';

export interface TrafficOptions {
  /** The companies of the rig, unless given. */
  readonly companies?: readonly Resident[];
  /** Where the next post goes; undefined while nobody serves. */
  readonly nodes: () => string | undefined;
  readonly clients: number;
  /** The longest pause of a client between two sales. */
  readonly pauseMs: number;
  /** Posts of one sale, after which its client leaves it for the end; without it, until it is answered. */
  readonly tries?: number;
  /** One of so many sales is a CCF, with more notes on it than it can bear; without it, none. */
  readonly ccfEvery?: number;
  /** Sales in all; without it, until stopped. */
  readonly sales?: number;
}

export interface Traffic {
  /** Begins no more sales; resolves when the last one is answered. */
  stop(): Promise<void>;
  /** Resolves when all sales are answered. */
  readonly done: Promise<unknown>;
}

/** At the same moment on one CCF, three tenths each: three of them fit. */
const NOTES = 5;

/** Clients that sell one after the other and repeat what was not answered, as shops do. */
export function startTraffic(
  { rig, shop, chance }: Pick<Scene, 'rig' | 'shop' | 'chance'>,
  options: TrafficOptions,
): Traffic {
  const { companies = rig.companies, nodes, tries, sales = Number.POSITIVE_INFINITY } = options;
  let begun = 0;
  let stopped = false;
  const sell = async (): Promise<void> => {
    while (!stopped && begun < sales) {
      const company = companies[begun % companies.length];
      begun += 1;
      const isCcf = begun % (options.ccfEvery ?? Number.POSITIVE_INFINITY) === 0;
      if (company !== undefined) {
        const sale = shop.newSale(company, isCcf ? 'ccf' : 'factura');
        const answered = await shop.postUntilAnswered(sale, nodes, tries);
        if (answered && isCcf) await giveBack(shop, options, sale);
      }
      if (options.pauseMs > 0) await sleep(chance() * options.pauseMs);
    }
  };
  const done = Promise.all(Array.from({ length: options.clients }, sell));
  return {
    done,
    async stop() {
      stopped = true;
      await done;
    },
  };
}

async function giveBack(shop: Shop, { nodes, tries }: TrafficOptions, ccf: OpenSale): Promise<void> {
  const notes = Array.from({ length: NOTES }, () => shop.newNote(ccf));
  await Promise.all(notes.map((note) => shop.postUntilAnswered(note, nodes, tries)));
}
