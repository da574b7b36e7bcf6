/** Characters that stand in a row, which is read faster than a map: those of Western languages. */
const IN_ROW = 0x180;
const LAST_OF_ONE_UNIT = 0xffff;

/** What is known of characters, learnt once for each. */
export class CharacterTable<T> {
  readonly #row: T[] = [];
  readonly #others = new Map<number, T>();
  readonly #learn: (character: string) => T;

  constructor(learn: (character: string) => T) {
    this.#learn = learn;
  }

  /** Tells what is known of each character of a text, in its order. */
  each(text: string, tell: (known: T) => void): void {
    for (let at = 0; at < text.length; ) {
      const point = text.codePointAt(at) ?? 0;
      tell((point < IN_ROW ? this.#row[point] : this.#others.get(point)) ?? this.#learnt(point));
      at += point > LAST_OF_ONE_UNIT ? 2 : 1;
    }
  }

  #learnt(point: number): T {
    const known = this.#learn(String.fromCodePoint(point));
    if (point < IN_ROW) this.#row[point] = known;
    else this.#others.set(point, known);
    return known;
  }
}
