import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LogPlace } from './log-place.ts';

/** What a node has seen of the database, as `log_standing` is asked with it. */
export interface SeenLog {
  /** The node's own name, a UUID. */
  readonly node: string;
  /** The reconciliation that its places belong to; null where it has seen none. */
  readonly epoch: string | null;
  /** The farthest place that the log of the database had come to when it kept something for this node. */
  readonly seen: LogPlace | null;
  /** The place that the database has kept for this node; never farther than the database itself says. */
  readonly kept: LogPlace | null;
}

const NAME = 'position.json';

/**
 * Reads what the node of this folder has seen; a node that begins has seen nothing. Makes the folder. Throws where it
 * cannot be made or read, and where somebody has spoilt the file.
 */
export function readPosition(folder: string): SeenLog {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const text = textOf(join(folder, NAME));
  if (text === null) return { node: randomUUID(), epoch: null, seen: null, kept: null };
  const read: unknown = JSON.parse(text);
  if (!isSeenLog(read)) throw new Error(`${join(folder, NAME)} is not what Sello wrote there`);
  return read;
}

/** Puts it in the place of what was there, so that no crash leaves half of it. */
export async function writePosition(folder: string, position: SeenLog): Promise<void> {
  const draft = join(folder, `${NAME}.${randomUUID()}`);
  await writeFile(draft, `${JSON.stringify(position)}\n`, { mode: 0o600 });
  await rename(draft, join(folder, NAME));
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

export function isSeenLog(value: unknown): value is SeenLog {
  if (typeof value !== 'object' || value === null) return false;
  if (!('node' in value && 'epoch' in value && 'seen' in value && 'kept' in value)) return false;
  const { node, epoch, seen, kept } = value;
  return (
    typeof node === 'string' && [epoch, seen, kept].every((one) => one === null || typeof one === 'string')
  );
}
