/** Items that one reader may be before the other: no more of them are kept. */
const AHEAD = 400;

/**
 * Items that two readers take at the same time, read once. Whoever is too far before the other waits for it, so that both
 * have to be read, and by somebody who does not wait for the end of one before the other. A source that fails fails both.
 */
export function readTogether<T extends object>(source: AsyncIterable<T>): readonly AsyncIterable<T>[] {
  const shared = new Shared(source[Symbol.asyncIterator]());
  return [0, 1].map((place) => reader(shared, place));
}

/** No generator: one that was never asked for anything would not tell that it is left. */
function reader<T extends object>(shared: Shared<T>, place: number): AsyncIterable<T> {
  return {
    [Symbol.asyncIterator]: () => ({
      async next() {
        const item = await shared.next(place);
        return item === null ? { done: true, value: undefined } : { done: false, value: item };
      },
      async return() {
        await shared.leave(place);
        return { done: true, value: undefined };
      },
    }),
  };
}

/** What is written of sheets, which are left when it ends, whether they were read or not: the other reader waits for nobody. */
export async function* leavingBehind(
  content: AsyncIterable<Uint8Array>,
  sheets: readonly { readonly rows: AsyncIterable<object> }[],
): AsyncGenerator<Uint8Array> {
  try {
    yield* content;
  } finally {
    for (const { rows } of sheets) await rows[Symbol.asyncIterator]().return?.();
  }
}

interface Reader<T> {
  /** What was read because of the other one. */
  readonly waiting: T[];
  isReading: boolean;
}

class Shared<T extends object> {
  readonly #source: AsyncIterator<T>;
  readonly #readers: readonly Reader<T>[] = [0, 1].map(() => ({ waiting: [], isReading: true }));
  #step: Promise<void> | null = null;
  #isOver = false;
  #wake: () => void = () => undefined;

  constructor(source: AsyncIterator<T>) {
    this.#source = source;
  }

  /** Null behind the last one. */
  async next(place: number): Promise<T | null> {
    const own = this.#readers[place]?.waiting ?? [];
    for (;;) {
      const item = own.shift();
      if (item !== undefined) {
        this.#wake();
        return item;
      }
      if (this.#isOver) return null;
      if (this.#readers.some(({ waiting }) => waiting.length >= AHEAD)) await this.#taken();
      else {
        this.#step ??= this.#advance();
        await this.#step;
      }
    }
  }

  /** What is left belongs to the other one alone. */
  async leave(place: number): Promise<void> {
    const own = this.#readers[place];
    if (own !== undefined) {
      own.isReading = false;
      own.waiting.length = 0;
    }
    this.#wake();
    if (this.#readers.every(({ isReading }) => !isReading)) await this.#source.return?.();
  }

  /** One item more for both; a step that failed stays, and fails whoever asks behind it. */
  async #advance(): Promise<void> {
    const result = await this.#source.next();
    if (result.done === true) this.#isOver = true;
    else for (const { waiting, isReading } of this.#readers) if (isReading) waiting.push(result.value);
    this.#step = null;
  }

  /** Until the other one has taken something, or has left. */
  #taken(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }
}
