/** A rule of Prometheus that wakes somebody. */
export interface Alarm {
  readonly name: string;
  readonly when: string;
  /** How long it must be so, as Prometheus writes times; at once without it. */
  readonly lasting?: string;
  readonly why: string;
}

/** What is worth an alarm, for the page of the measures and the file of rules. */
export const ALARMS: readonly Alarm[] = [
  {
    name: 'SelloContingencyEnds',
    when: 'max(sello_contingency_used_ratio) > 0.8',
    why: 'The law’s 24 or 72 hours end soon; the log names the company.',
  },
  {
    name: 'SelloForgot',
    when: 'max(sello_reconcile_needed) > 0',
    why: 'The database has forgotten something: nothing is numbered until `sello reconcile` has run.',
  },
  {
    name: 'SelloJournalUnwritable',
    when: 'min(sello_journal_writable) == 0',
    why: 'A node’s journal cannot be written: nothing is numbered there until its folder has room.',
  },
  {
    name: 'SelloContingencyUnreported',
    when: 'max(sello_contingency_unreported_seconds) > 0.8 * 24 * 3600',
    why: 'Documents in contingency are in no sealed event after 19 hours: `sello doctor` names their company.',
  },
  {
    name: 'SelloClocksApart',
    when: 'max(abs(sello_database_clock_ahead_seconds)) > 2',
    why: 'A node’s clock and the database’s run apart; beyond 5 seconds nothing is numbered.',
  },
  {
    name: 'SelloAuthorityClockApart',
    when: 'max(abs(sello_authority_clock_ahead_seconds)) > 60',
    lasting: '10m',
    why: 'Hacienda’s clock and the database’s are more than a minute apart: see which is wrong.',
  },
  {
    name: 'SelloNoPlace',
    when: 'max(sello_places_stuck_seconds) > 30',
    why: 'Requests find no place and none was given back: the node is not ready; see whether its database answers.',
  },
  {
    name: 'SelloPutAside',
    when: 'max(sello_put_aside) > 0',
    why: 'The background gave something up: send it again, or look why its takers die.',
  },
  {
    name: 'SelloCircuitsOpen',
    when: 'sum(sello_circuits_open) > 0',
    lasting: '10m',
    why: 'A company’s authority, or all of it, does not answer.',
  },
  {
    name: 'SelloCredentialsRefused',
    when: 'increase(sello_authority_call_duration_seconds_count{service="auth",outcome="refused"}[15m]) > 0',
    why: 'Hacienda refuses a company’s user or password, and its documents wait: `sello doctor` names it.',
  },
  {
    name: 'SelloWaitsLong',
    when: 'max(sello_oldest_waiting_seconds) > 3600',
    why: 'Something waits for longer than an ordinary bad hour.',
  },
  {
    name: 'SelloIssuingFails',
    when: 'increase(sello_issuances_total{outcome="failed"}[5m]) > 0',
    why: 'A certificate is missing or over, the database is away, or something of ours breaks.',
  },
  {
    name: 'SelloArchiveDamaged',
    when: 'increase(sello_damaged_files_total[15m]) > 0',
    why: 'A document in the archive is not as it was: `sello verify` tells which rows are damaged.',
  },
  {
    name: 'SelloNumberTaken',
    when: 'increase(sello_control_numbers_taken_total[15m]) > 0',
    why: 'Another system numbers with a series of ours, and each such number costs a sale 15 minutes: `sello numbers` names the series.',
  },
  {
    name: 'SelloRejectionUnexplained',
    when: 'sum(increase(sello_rejections_unexplained_total[15m])) > 0',
    why: 'Hacienda rejects with a code or names a datum that Sello does not know, and callers read its words alone: the log names the document; tell the makers of Sello.',
  },
  {
    name: 'SelloBacklogUnknown',
    when: 'min(sello_backlog_up) == 0',
    why: 'The database answers too slowly, or not at all.',
  },
];

/** The file of rules, as Prometheus reads it. Texts are quoted as JSON, which YAML understands. */
export function alarmsFile(): string {
  const rules = ALARMS.flatMap(({ name, when, lasting, why }) => [
    `      - alert: ${name}`,
    `        expr: ${JSON.stringify(when)}`,
    ...(lasting === undefined ? [] : [`        for: ${lasting}`]),
    '        annotations:',
    `          summary: ${JSON.stringify(why)}`,
  ]);
  return [
    '# Generated from tools/docs/alarms.ts by `npm run docs`; do not edit.',
    'groups:',
    '  - name: sello',
    '    rules:',
    ...rules,
    '',
  ].join('\n');
}
