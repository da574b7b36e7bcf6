import { LIVES, type Life } from '../../src/core/submitting/states.ts';

/** The page of the states of all that is sent, drawn from the tables of their transitions. */
export function statesPage(): string {
  return [
    '# States of what is sent',
    '',
    'Generated from `src/core/submitting/states.ts` by `npm run docs`; do not edit.',
    '',
    'A caller sees flags (specification 3.1): `stamped` is Stamped, `rejected` is Rejected, every other state of a document',
    'is Contingency: registered, numbered, without a verdict yet.',
    '',
    ...LIVES.flatMap(partOf),
  ].join('\n');
}

function partOf({ of, begins, transitions }: Life<string, string>): readonly string[] {
  const left = new Set(transitions.map(([from]) => from));
  const ends = new Set(transitions.map(([, , to]) => to).filter((state) => !left.has(state)));
  return [
    `## ${of.charAt(0).toUpperCase()}${of.slice(1)}`,
    '',
    '```mermaid',
    'stateDiagram-v2',
    `  [*] --> ${begins.to}: ${begins.trigger}`,
    ...transitions.map(([from, trigger, to]) => `  ${from} --> ${to}: ${trigger}`),
    ...[...ends].map((state) => `  ${state} --> [*]`),
    '```',
    '',
    '| from | trigger | to | |',
    '|---|---|---|---|',
    ...transitions.map(([from, trigger, to, note]) => `| \`${from}\` | ${trigger} | \`${to}\` | ${note} |`),
    '',
  ];
}
