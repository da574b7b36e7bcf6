import { describe, expect, it } from 'vitest';
import { flameSvg } from './flame.ts';
import { framesOf, type Profile, partsOf } from './profile.ts';

function node(
  id: number,
  functionName: string,
  place: { readonly url?: string; readonly children?: readonly number[] },
) {
  const { url = '', children = [] } = place;
  return { id, callFrame: { functionName, url, lineNumber: 1 }, children };
}

/** `issue` runs for 3 ms of its own and 2 ms within a write to a socket; 5 ms are idle. */
const PROFILE: Profile = {
  nodes: [
    node(1, '(root)', { children: [2, 5, 6] }),
    node(2, 'issue', { url: 'file:///any/where/src/http/issue.ts', children: [3] }),
    node(3, 'query', { url: 'file:///any/where/node_modules/pg/lib/client.js', children: [4] }),
    node(4, 'writev', { url: 'node:net' }),
    node(5, '(idle)', {}),
    node(6, '(garbage collector)', {}),
  ],
  startTime: 1_000,
  samples: [2, 4, 5, 6, 2],
  timeDeltas: [3_000, 2_000, 5_000, 1_000, 7_000],
};
const WINDOW = { fromUs: 0, untilUs: 12_001 };

describe('frames', () => {
  const root = framesOf(PROFILE, WINDOW, 'file:///any/where/');
  it('leave out idle time and what lies outside the window', () => expect(root.totalUs).toBe(6_000));
  it('say what is of a function itself and what of those it calls', () => {
    const [issue] = [...root.children.values()];
    expect([issue?.name, issue?.selfUs, issue?.totalUs]).toEqual(['issue', 3_000, 5_000]);
  });
  it('name files from the root of the repository', () => {
    const [issue] = [...root.children.values()];
    expect([issue?.file, [...(issue?.children.values() ?? [])][0]?.file]).toEqual([
      'src/http/issue.ts',
      'node_modules/pg/lib/client.js',
    ]);
  });
});

describe('parts', () => {
  it('count a write for whoever wrote', () =>
    expect(
      partsOf(framesOf(PROFILE, WINDOW, 'file:///any/where/')).map(({ name, share }) => [name, share]),
    ).toEqual([
      ['src/http', 0.5],
      ['pg', 1 / 3],
      ['garbage collection', 1 / 6],
      ['Node and engine', 0],
    ]));
});

describe('a flame graph', () => {
  const svg = flameSvg('Main thread', framesOf(PROFILE, WINDOW, 'file:///any/where/'));
  it('shows each frame with its share', () =>
    expect(svg).toContain('<title>query node_modules/pg/lib/client.js 33.3 %'));
  it('draws the whole as wide as the page', () => expect(svg).toContain('width="1379.5"'));
  it('draws a third of it a third as wide', () => expect(svg).toContain('width="459.5"'));
  it('names no place of the machine', () => expect(svg).not.toContain('any/where'));
});
