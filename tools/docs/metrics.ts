import { METRICS, SECONDS } from '../../src/telemetry/metrics-table.ts';
import { ALARMS } from './alarms.ts';

/** The page of every measure, from the table that they are made of. */
export function metricsPage(): string {
  const rows = Object.entries(METRICS).map(([name, { kind, labels, help }]) => {
    const named = labels.map((label) => `\`${label}\``).join(', ');
    return `| \`${name}\` | ${kind} | ${named} | ${help} |`;
  });
  return [
    '# Metrics',
    '',
    'Generated from `src/telemetry/metrics-table.ts` by `npm run docs`; do not edit.',
    '',
    '`GET /metrics` on the operator port (`SELLO_OPERATOR_PORT`) of every node answers in',
    'Prometheus’ text format: the measures below and those of the process (`process_*`, `nodejs_*`). Counters and',
    'histograms are this node’s; what waits is read from the database at every look and is the same on all nodes, so take',
    'its maximum and never its sum. No label names a company, a customer or a document.',
    '',
    '| name | kind | labels | |',
    '|---|---|---|---|',
    ...rows,
    '',
    `The classes of the histograms end at ${SECONDS.join(', ')} seconds.`,
    '',
    '## Worth an alarm',
    '',
    'As rules for Prometheus in [alarms.yml](alarms.yml). Every combination of the labels of issuances, invalidations and calls',
    'is there with 0 from the start, so that an alarm sees the first event.',
    '',
    '| when | why |',
    '|---|---|',
    ...ALARMS.map(({ when, lasting, why }) => {
      const duration = lasting === undefined ? '' : ` for ${lasting}`;
      return `| \`${when}\`${duration} | ${why} |`;
    }),
    '',
  ].join('\n');
}
