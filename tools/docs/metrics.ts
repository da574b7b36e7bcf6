import { METRICS, SECONDS } from '../../src/telemetry/metrics-table.ts';

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
    '| when | why |',
    '|---|---|',
    '| `max(sello_contingency_used_ratio) > 0.8` | The law’s 24 or 72 hours end soon; the log names the company. |',
    '| `max(sello_put_aside) > 0` | The background gave something up: send it again, or look why its takers die. |',
    '| `sum(sello_circuits_open) > 0` for 10 minutes | A company’s authority, or all of it, does not answer. |',
    '| `increase(sello_authority_call_duration_seconds_count{service="auth",outcome="refused"}[15m]) > 0` | Hacienda refuses a company’s user or password, and its documents wait: `sello doctor` names it. |',
    '| `max(sello_oldest_waiting_seconds) > 3600` | Something waits for longer than an ordinary bad hour. |',
    '| `increase(sello_issuances_total{outcome="failed"}[5m]) > 0` | A certificate is missing or over, or something of ours breaks. |',
    '| `min(sello_backlog_up) == 0` | The database answers too slowly, or not at all. |',
    '',
  ].join('\n');
}
