import { TRANSITIONS } from '../../test/transitions/table.ts';

/** The page that says which test drives each row of specification 3.2, and what it expects. */
export function transitionsPage(): string {
  const rows = TRANSITIONS.map(({ from, trigger, condition, next, test, expected }) =>
    ['', from, trigger, condition, next, test, expected, ''].join(' | ').trim(),
  );
  return [
    '# Transitions',
    '',
    'Generated from `test/transitions/table.ts` by `npm run docs`; do not edit.',
    '',
    'Every row of specification 3.2 is driven over HTTP by a test of `test/transitions`, with a fresh company, from its',
    'first state on. How a document gets there inside the service is drawn in [states.md](states.md).',
    '',
    '| from | trigger | condition | next | test | expected |',
    '|---|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}
