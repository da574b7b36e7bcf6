import { sha256 } from './archived-rows.ts';

/** Values of one size by key, in some 60 bytes a key and not in some hundreds, as a Map would take for objects. */
export interface DigestTable {
  /** False where there is one under this key already, which stays. */
  add(key: string, value: Buffer): boolean;
  /** Null where there is none; whoever asks has seen it. */
  see(key: string): Buffer | null;
  wasSeen(key: string): boolean;
}

const KEY_BYTES = 16;
const FIRST_SLOTS = 1024;
const FULL = 0.7;
const [TAKEN, SEEN] = [1, 2];

/** A hash table in one buffer: a slot has a byte that tells whether it is taken and was seen, the key's hash, the value. */
export function createDigestTable(valueBytes: number): DigestTable {
  const slotBytes = 1 + KEY_BYTES + valueBytes;
  let [slots, taken] = [FIRST_SLOTS, 0];
  let bytes = Buffer.alloc(slots * slotBytes);

  /** Where the key is, or where it would be. */
  const find = (hash: Buffer): number => {
    for (let slot = hash.readUInt32LE(0) % slots; ; slot = (slot + 1) % slots) {
      const at = slot * slotBytes;
      if (bytes[at] === 0 || hash.compare(bytes, at + 1, at + 1 + KEY_BYTES) === 0) return at;
    }
  };
  const grow = () => {
    const before = bytes;
    slots *= 2;
    bytes = Buffer.alloc(slots * slotBytes);
    for (let at = 0; at < before.length; at += slotBytes) {
      if (before[at] === 0) continue;
      before.copy(bytes, find(before.subarray(at + 1, at + 1 + KEY_BYTES)), at, at + slotBytes);
    }
  };
  const placeOf = (key: string) => find(sha256(key).subarray(0, KEY_BYTES));

  return {
    add(key, value) {
      if (taken >= slots * FULL) grow();
      const hash = sha256(key).subarray(0, KEY_BYTES);
      const at = find(hash);
      if (bytes[at] !== 0) return false;
      bytes[at] = TAKEN;
      hash.copy(bytes, at + 1);
      value.copy(bytes, at + 1 + KEY_BYTES, 0, valueBytes);
      taken += 1;
      return true;
    },
    see(key) {
      const at = placeOf(key);
      if (bytes[at] === 0) return null;
      bytes[at] = SEEN;
      return bytes.subarray(at + 1 + KEY_BYTES, at + slotBytes);
    },
    wasSeen: (key) => bytes[placeOf(key)] === SEEN,
  };
}
