/** One measure of `GET /metrics`, beside those of the process. */
export interface Metric {
  readonly kind: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  readonly labels: readonly string[];
}

/** Upper bounds of the histograms' classes, in seconds: requests wait for the authority at most their budget. */
export const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25, 60];

const measure =
  (kind: Metric['kind']) =>
  (help: string, labels: Metric['labels'] = []): Metric => ({ kind, help, labels });
const counter = measure('counter');
const gauge = measure('gauge');
const histogram = measure('histogram');

/** Every measure of our own. No label names a company, a customer or a document, so that their number is bounded. */
export const METRICS = {
  sello_http_requests_total: counter(
    'Requests answered, by route as it is registered, method and status; 499 where the caller left before the whole answer was sent.',
    ['route', 'method', 'status'],
  ),
  sello_http_request_duration_seconds: histogram(
    'Time from the arrival of a request to the end of its answer.',
    ['route', 'method'],
  ),
  sello_issuances_total: counter(
    'Requests to issue, by type of document and outcome: stamped, contingency, rejected, duplicate, refused (4xx) or failed (5xx), and whether they came over the interface (api) or by hand (console).',
    ['doc_type', 'outcome', 'via'],
  ),
  sello_issuance_duration_seconds: histogram(
    'Time from the order to its answer, by outcome and way; where that is stamped, the time to the stamp.',
    ['outcome', 'via'],
  ),
  sello_invalidations_total: counter(
    'Requests to invalidate, by type of document (none where it was not found) and outcome and way, as for issuances.',
    ['doc_type', 'outcome', 'via'],
  ),
  sello_authority_call_duration_seconds: histogram(
    'Calls to the authority, those of the background included, by service and what came of them; silent is everything without a verdict. The sign-in is the service auth: granted, refused (the company’s user or password, see authority_refused_credentials in the log) or silent.',
    ['service', 'outcome'],
  ),
  sello_damaged_files_total: counter(
    'Files that were not delivered because what is kept of them does not agree with its hash, its signature or the authority’s answer: archive_damaged in the log names the document, and `sello verify` looks at all others.',
  ),
  sello_control_numbers_taken_total: counter(
    'Control numbers that Hacienda has under a document of another system, so that a sale got the next one: control_number_taken_by_another_system in the log names both, and `sello numbers` lists them.',
  ),
  sello_rejections_unexplained_total: counter(
    'Rejections of documents and invalidations whose code, or a datum that they name (field), Sello does not know, so that callers get Hacienda’s words without an explanation: rejection_not_explained in the log names the document.',
    ['unknown'],
  ),
  sello_busy_seconds_total: counter(
    'Time for which the thread that answers requests was busy; where it grows by nearly a second a second, the node can take no more.',
  ),
  sello_circuits_open: gauge(
    'Companies whose authority does not answer this node; nothing is sent for them, one probe at a time asks.',
    ['environment'],
  ),
  sello_places_taken: gauge(
    'Requests and pages that are worked on at the moment, those that wait for somebody outside apart; 128, and those that have just come back from outside.',
  ),
  sello_requests_in_line: gauge('Requests and pages that wait for a place, for five seconds at the most.'),
  sello_body_bytes_under_way: gauge(
    'Bytes of bodies of requests that are not answered yet; 64 MB of a company and 256 MB of all at the most.',
  ),
  sello_export_slots_taken: gauge('Exports and files of months that are made at the moment; 8 at the most.'),
  sello_places_stuck_seconds: gauge(
    'For how long somebody has found no place while none was given back; beyond 30 seconds the node is not ready (no_place).',
  ),
  sello_backlog_up: gauge(
    '1 where the database told what waits; 0 where it did not, and the measures below are missing.',
  ),
  sello_reconcile_needed: gauge(
    '1 where the database has forgotten something of what this node has seen, so that nothing is numbered until sello reconcile has run; missing where the database does not say.',
  ),
  sello_journal_writable: gauge(
    '0 where the folder of the journal (SELLO_JOURNAL_DIR) is full, read-only or away, so that nothing is numbered until a byte can be written there; else 1.',
  ),
  sello_database_clock_ahead_seconds: gauge(
    'How far the clock of the database is ahead of this node’s; beyond 5 seconds in either direction nothing is numbered or taken up.',
  ),
  sello_authority_clock_ahead_seconds: gauge(
    'How far Hacienda’s clock was ahead of the database’s when it answered this node last; beyond a minute, documents near midnight have another day than Hacienda’s.',
    ['environment'],
  ),
  sello_documents_waiting: gauge('Documents without a verdict, over all nodes, by environment and state.', [
    'environment',
    'state',
  ]),
  sello_documents_due: gauge(
    'Depth of the queue: documents whose next attempt is due and that no node holds.',
  ),
  sello_invalidations_waiting: gauge('Invalidations without a verdict.'),
  sello_mails_waiting: gauge('Messages that wait for a mail server, over all nodes.'),
  sello_oldest_mail_seconds: gauge('Age of the oldest of them; 0 where none waits.'),
  sello_put_aside: gauge('What the background gave up because its takers kept dying: somebody must look.', [
    'kind',
  ]),
  sello_oldest_waiting_seconds: gauge('Age of the oldest document without a verdict; 0 where none waits.'),
  sello_contingency_unreported_seconds: gauge(
    'Age in contingency of the oldest document that no sealed event lists, to be compared with the 24 hours in which an event must be sealed once the authority is back; 0 where there is none.',
  ),
  sello_contingency_seconds_left: gauge(
    'Of the clock of the law that ends first: report (24 h) or transmit (72 h). Negative when it is over; missing while none runs.',
    ['clock'],
  ),
  sello_contingency_used_ratio: gauge('Share of the same clock that is used, 0 to 1.', ['clock']),
};

export type MetricName = keyof typeof METRICS;
