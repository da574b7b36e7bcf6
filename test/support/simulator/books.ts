import type { Journal } from '../../../simulator/state/journal.ts';

/** The books of a memory on a file of lines that a test can replay. */
export function openBooks<B>(
  memory: { replay(line: unknown): void; openOn(journal: Journal): B },
  lines: unknown[],
): B {
  for (const line of lines) memory.replay(JSON.parse(JSON.stringify(line)));
  const append = (entry: unknown) => {
    lines.push(entry);
    return { at: 0, length: 0, durable: Promise.resolve() };
  };
  const unused = () => Promise.resolve();
  return memory.openOn({ append, flushed: unused, read: unused, close: unused });
}
