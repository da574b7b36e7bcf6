import { DOCUMENT_TRANSITIONS } from '../../src/core/submitting/states.ts';

/** The page of the document's states, drawn from the one table of transitions. */
export function statesPage(): string {
  const arrows = DOCUMENT_TRANSITIONS.map(({ from, trigger, to }) => `  ${from} --> ${to}: ${trigger}`);
  const rows = DOCUMENT_TRANSITIONS.map(
    ({ from, trigger, to, note }) => `| \`${from}\` | ${trigger} | \`${to}\` | ${note} |`,
  );
  return [
    '# States of a document',
    '',
    'Generated from `src/core/submitting/states.ts` by `npm run docs`; do not edit.',
    '',
    'A caller sees flags (specification 3.1): `stamped` is Stamped, `rejected` is Rejected, everything else is',
    'Contingency: registered, numbered, without a verdict yet.',
    '',
    '```mermaid',
    'stateDiagram-v2',
    '  [*] --> claimed: claim',
    ...arrows,
    '  stamped --> [*]',
    '```',
    '',
    '| from | trigger | to | |',
    '|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}
