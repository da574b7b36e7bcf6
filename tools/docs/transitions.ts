import { CASES } from '../../test/transitions/cases.ts';
import { TRANSITIONS } from '../../test/transitions/table.ts';

/** The page that says which test drives each row of specification 3.2, and each sentence beside it, and what it expects. */
export function transitionsPage(): string {
  const rows = TRANSITIONS.map(({ from, trigger, condition, next, test, expected }) =>
    rowOf([from, trigger, condition, next, test, expected]),
  );
  const cases = CASES.map(({ source, situation, answer, test }) => rowOf([source, situation, answer, test]));
  return [
    '# Transitions',
    '',
    'Generated from `test/transitions/table.ts` and `cases.ts` by `npm run docs`; do not edit.',
    '',
    'Every row of specification 3.2 is driven over HTTP by a test of `test/transitions`, with a fresh company, from its',
    'first state on. How a document gets there inside the service is drawn in [states.md](states.md).',
    '',
    '| from | trigger | condition | next | test | expected |',
    '|---|---|---|---|---|---|',
    ...rows,
    '',
    '## Beside the table',
    '',
    'What the contract says elsewhere, driven in the same way.',
    '',
    '| source | situation | answer | test |',
    '|---|---|---|---|',
    ...cases,
    '',
  ].join('\n');
}

function rowOf(cells: readonly string[]): string {
  return ['', ...cells, ''].join(' | ').trim();
}
