import { setImmediate as nextLoop } from 'node:timers/promises';

/** Milliseconds of work after which others have the loop; a twentieth of what is noticed at a till. */
const TURN_MS = 10;

let lastTurn: Promise<unknown> = Promise.resolve();

/** Waits until it is one's turn again. One page has a turn between two looks at the network, however many pages wait. */
export function nextTurn(): Promise<unknown> {
  lastTurn = lastTurn.then(() => nextLoop());
  return lastTurn;
}

/** Works through items in their order, in as many turns as it takes: nobody waits until all of them are done. */
export async function inTurns<Item, Made>(
  items: Iterable<Item>,
  work: (item: Item, index: number) => Made,
): Promise<readonly Made[]> {
  const made: Made[] = [];
  let endsMs = performance.now() + TURN_MS;
  for (const item of items) {
    if (performance.now() >= endsMs) {
      await nextTurn();
      endsMs = performance.now() + TURN_MS;
    }
    made.push(work(item, made.length));
  }
  return made;
}
