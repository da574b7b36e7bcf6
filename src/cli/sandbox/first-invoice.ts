import type { Settings } from '../../config/settings.ts';
import { FACTURA } from '../../core/dte/types/factura.ts';
import { isJsonObject } from '../../core/json/read-json.ts';
import { CommandFailure } from '../failure.ts';
import { postJson } from './post-json.ts';

/** The answer to an issuance, as far as the summary shows it. */
export interface IssuedInvoice {
  readonly dte_success: boolean;
  readonly contingency: boolean;
  readonly is_duplicate: boolean;
  readonly control_number: string;
  readonly generation_code: string;
  readonly reception_stamp: string;
  readonly dte_message: string;
  readonly json_url: string;
  readonly invoice_url: string | null;
  readonly ticket_url: string | null;
}

const FIRST_INVOICE = {
  external_ref: 'sandbox-primera-venta',
  doc_type: FACTURA.code,
  customer_name: 'Cliente de Prueba',
  lines: [
    { description: 'Pan francés', quantity: 12, unit_price: 0.15 },
    { description: 'Semita de piña', quantity: 1, unit_price: 3.25 },
  ],
};

const MARGIN_MS = 5_000;

function isIssued(value: unknown): value is IssuedInvoice {
  if (!isJsonObject(value) || !('dte_success' in value)) return false;
  return ['control_number', 'generation_code', 'json_url'].every((name) => typeof value[name] === 'string');
}

/**
 * Issues the first invoice as an integrator would, through the service's own interface. Later runs get the same one
 * again, because one `external_ref` never issues twice.
 */
export async function issueFirstInvoice(settings: Settings, key: string): Promise<IssuedInvoice> {
  const answer = await postJson({
    url: `http://${reachableHost(settings.host)}:${settings.port}/invoice`,
    body: FIRST_INVOICE,
    bearer: key,
    timeoutMs: settings.requestBudgetMs + MARGIN_MS,
  });
  if (answer.status === 200 && isIssued(answer.body)) return answer.body;
  throw new CommandFailure(
    'first_invoice',
    `The first invoice was not issued (HTTP ${answer.status}): ${JSON.stringify(answer.body)}`,
  );
}

/** How this machine reaches itself when it listens on every address. */
export function reachableHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}

/** A command that issues another invoice when it is pasted into a shell; pasted twice, it gets the same one again. */
export function curlLine(publicUrl: string, key: string, reference: string): string {
  const body = JSON.stringify({
    external_ref: reference,
    customer_name: 'Cliente de Prueba',
    lines: [{ description: 'Pan dulce', quantity: 2, unit_price: 1.25 }],
  });
  const headers = `-H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json'`;
  return `curl -sS --noproxy '*' ${publicUrl}/invoice ${headers} -d '${body}'`;
}
