import type { Readable } from 'node:stream';

const FIRST_ROOM = 64 * 1024;

/** Bytes that come from a stream, looked through for marks. At most as much is held as was asked for, and what came with it. */
export class IncomingBytes {
  readonly #stream: Readable;
  readonly #source: AsyncIterator<unknown>;
  #room = Buffer.allocUnsafe(FIRST_ROOM);
  #from = 0;
  #to = 0;
  #hasLeft = false;

  constructor(stream: Readable) {
    this.#stream = stream;
    this.#source = stream.iterator({ destroyOnReturn: false });
  }

  /** The bytes before a mark, which goes with them, or why there are none: they are more than `most`, or the stream ended. */
  async before(mark: Buffer, most: number): Promise<Buffer | 'too long' | 'ended'> {
    for (let searched = 0; ; ) {
      const at = this.#held().indexOf(mark, searched);
      if (at > most) return 'too long';
      if (at >= 0) {
        const found = Buffer.from(this.#held().subarray(0, at));
        this.#from += at + mark.length;
        return found;
      }
      const length = this.#to - this.#from;
      if (length >= most + mark.length) return 'too long';
      searched = Math.max(0, length - mark.length + 1);
      if (!(await this.#more())) return 'ended';
    }
  }

  /** What stands before a mark, piece by piece, each valid until the next is asked for; false where the stream ends before it. */
  async *pieces(mark: Buffer): AsyncGenerator<Uint8Array, boolean> {
    for (;;) {
      const held = this.#held();
      const at = held.indexOf(mark);
      const sure = at < 0 ? Math.max(0, held.length - mark.length + 1) : at;
      if (sure > 0) yield held.subarray(0, sure);
      this.#from += sure;
      if (at >= 0) {
        this.#from += mark.length;
        return true;
      }
      if (!(await this.#more())) return false;
    }
  }

  /** Reads no further, and throws away what still comes. */
  async leave(): Promise<void> {
    if (this.#hasLeft) return;
    this.#hasLeft = true;
    await this.#source.return?.().catch(() => undefined);
    this.#stream.resume();
  }

  #held(): Buffer {
    return this.#room.subarray(this.#from, this.#to);
  }

  /** A sender that goes away has ended the stream. */
  async #more(): Promise<boolean> {
    const next = await this.#source.next().catch(() => null);
    if (next === null || next.done === true || !(next.value instanceof Uint8Array)) return false;
    this.#keep(next.value);
    return true;
  }

  #keep(piece: Uint8Array): void {
    const held = this.#held();
    if (this.#to + piece.length > this.#room.length) {
      const needed = held.length + piece.length;
      // What is given away already leaves its place to what comes; the room doubles where that is not enough.
      const room = needed > this.#room.length / 2 ? Buffer.allocUnsafe(2 * needed) : this.#room;
      held.copy(room);
      this.#room = room;
      this.#from = 0;
      this.#to = held.length;
    }
    this.#room.set(piece, this.#to);
    this.#to += piece.length;
  }
}
