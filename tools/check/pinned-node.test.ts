import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { chooseNode } from './pinned-node.ts';

const root = mkdtempSync(join(tmpdir(), 'sello-check-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

it.each(['24.0.0', '25.1.2', '100.0.0'])('keeps Node %s', (version) => {
  expect(chooseNode(version, root)).toEqual({ kind: 'this' });
});

it('says what to do when an older Node finds no installation', () => {
  const choice = chooseNode('22.18.0', root);
  expect(choice.kind === 'missing' && choice.sentence).toMatch(/Node 24 .* 22\.18\.0: run npm ci/);
});

it.skipIf(process.platform === 'win32')('leaves an older Node for the installed one (not on Windows)', () => {
  const node = join(root, 'node_modules', '.bin', 'node');
  mkdirSync(join(root, 'node_modules', '.bin'), { recursive: true });
  writeFileSync(node, '');
  expect(chooseNode('22.18.0', root)).toEqual({ kind: 'pinned', node });
});
