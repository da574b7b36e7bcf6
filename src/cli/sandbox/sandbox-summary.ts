import type { IssuedInvoice } from './first-invoice.ts';

/** What the sandbox shows once it runs. */
export interface SandboxSummary {
  readonly invoice: IssuedInvoice;
  readonly companyName: string;
  readonly key: string;
  readonly publicUrl: string;
  readonly simulatorUrl: string;
  readonly dataDir: string;
  readonly curl: string;
}

/** What every surface of the sandbox carries, so that nobody takes it for production. */
export const SANDBOX_BANNER = 'AMBIENTE DE PRUEBAS - SIN VALIDEZ FISCAL';

const RULE = '='.repeat(72);
const LABEL_WIDTH = 20;

export function bannerLines(): readonly string[] {
  return [RULE, `  ${SANDBOX_BANNER}`, RULE];
}

export function summaryLines(summary: SandboxSummary): readonly string[] {
  const { invoice, companyName, key, publicUrl, simulatorUrl, dataDir, curl } = summary;
  return [
    '',
    ...bannerLines(),
    labelled('Company', `${companyName}, environment 00`),
    labelled('Invoice', stateOf(invoice)),
    labelled('Control number', invoice.control_number),
    labelled('Generation code', invoice.generation_code),
    labelled('Stamp', invoice.reception_stamp || 'none yet'),
    ...linkLines(invoice),
    labelled('API key', key),
    labelled('Serving', publicUrl),
    labelled('Simulated Hacienda', `${simulatorUrl} (its control interface: ${simulatorUrl}/_sim/ledger)`),
    labelled('Data', dataDir),
    '',
    'Issue another invoice from a second terminal:',
    '',
    curl,
    '',
    'Ctrl-C stops everything; the next start goes on where this one ended.',
  ];
}

function labelled(label: string, value: string): string {
  return `${label.padEnd(LABEL_WIDTH)}${value}`;
}

function stateOf({ dte_success, contingency, is_duplicate, dte_message }: IssuedInvoice): string {
  if (dte_success && is_duplicate) return 'stamped at an earlier start, and the same again now';
  if (dte_success) return 'issued and stamped';
  return contingency ? `in contingency: ${dte_message}` : `rejected: ${dte_message}`;
}

function linkLines({ json_url, invoice_url, ticket_url }: IssuedInvoice): readonly string[] {
  return [
    labelled('Signed JSON', json_url),
    ...(invoice_url ? [labelled('Letter PDF', invoice_url)] : []),
    ...(ticket_url ? [labelled('Ticket PDF', ticket_url)] : []),
  ];
}
