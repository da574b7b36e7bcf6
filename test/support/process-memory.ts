import { closeSync, openSync, readFileSync, readSync } from 'node:fs';

const CHUNK_BYTES = 16 * 1024 * 1024;

/** The names of those of these bytes that stand anywhere in the memory of a running process. */
export function namesInMemory(pid: number, wanted: ReadonlyMap<string, Buffer>): readonly string[] {
  const found = new Set<string>();
  const longest = Math.max(...[...wanted.values()].map(({ length }) => length));
  const memory = openSync(`/proc/${pid}/mem`, 'r');
  const chunk = Buffer.alloc(CHUNK_BYTES + longest);
  for (const place of regionsOf(pid).flatMap(([from, to]) => chunksOf(from, to, chunk.length))) {
    const bytes = chunk.subarray(0, readAt(memory, chunk, place));
    for (const [name, pattern] of wanted) if (bytes.includes(pattern)) found.add(name);
  }
  closeSync(memory);
  return [...found].sort();
}

/** What a process may write, where whatever it computes stands. */
function regionsOf(pid: number): readonly (readonly [number, number])[] {
  const lines = readFileSync(`/proc/${pid}/maps`, 'utf8').split('\n');
  return lines.flatMap((line) => {
    const [, from = '', to = ''] = /^([0-9a-f]+)-([0-9a-f]+) rw/.exec(line) ?? [];
    return from === '' ? [] : [[Number.parseInt(from, 16), Number.parseInt(to, 16)] as const];
  });
}

/** Each reaches into the next, so that what lies across their border is whole in one of them. */
function chunksOf(from: number, to: number, most: number) {
  const count = Math.ceil((to - from) / CHUNK_BYTES);
  return Array.from({ length: count }, (_, index) => {
    const at = from + index * CHUNK_BYTES;
    return { at, length: Math.min(most, to - at) };
  });
}

/** How many bytes could be read: none of a region that has gone meanwhile. */
function readAt(
  file: number,
  into: Buffer,
  { at, length }: { readonly at: number; readonly length: number },
): number {
  try {
    return readSync(file, into, 0, length, at);
  } catch {
    return 0;
  }
}
