// What serving and signing process agree on. A message is one part of a stream (`lengthPrefixed`), and consists of parts: a
// request of its number, its name and what belongs to it; an answer of the same number, what became of it, and the result.

/** Longer messages are errors; the largest document is far from it. */
export const MOST_BYTES = 64 * 1024 * 1024;

/** Under which descriptors the signing process is given the open files of the master keys. */
export const FIRST_KEY_FILE = 3;

/** The number of a question that asks for a sign of life alone. */
export const PING = 0;
