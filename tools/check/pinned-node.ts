import { existsSync } from 'node:fs';
import { join } from 'node:path';

const OLDEST_MAJOR = 24;

/** What to do about the Node that runs the checks. */
export type NodeChoice =
  | { readonly kind: 'this' }
  | { readonly kind: 'pinned'; readonly node: string }
  | { readonly kind: 'missing'; readonly sentence: string };

/** Whether this Node (`24.1.0`) will do or the installation at `root` brings a better one. */
export function chooseNode(version: string, root: string): NodeChoice {
  if (Number.parseInt(version, 10) >= OLDEST_MAJOR) return { kind: 'this' };
  const name = process.platform === 'win32' ? 'node.cmd' : 'node';
  const node = join(root, 'node_modules', '.bin', name);
  if (existsSync(node)) return { kind: 'pinned', node };
  const sentence = `The checks need Node ${OLDEST_MAJOR} or newer and this is ${version}: run npm ci, which brings the right one, or install it.`;
  return { kind: 'missing', sentence };
}
