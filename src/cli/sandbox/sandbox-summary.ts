import type { IssuedInvoice } from './first-invoice.ts';

/** What the sandbox shows once it runs. */
export interface SandboxSummary {
  readonly invoice: IssuedInvoice;
  readonly companyName: string;
  readonly key: string;
  readonly publicUrl: string;
  /** Signs in to the console once. */
  readonly entry: string;
  readonly simulatorUrl: string;
  readonly dataDir: string;
  readonly curl: string;
}

/** Where a person reads the interface and tries it. */
export function docsUrlOf({ publicUrl }: SandboxSummary): string {
  return `${publicUrl}/docs`;
}

/** What every surface of the sandbox carries, so that nobody takes it for production. */
export const SANDBOX_BANNER = 'AMBIENTE DE PRUEBAS - SIN VALIDEZ FISCAL';

const RULE = '='.repeat(72);
const LABEL_WIDTH = 23;

export function bannerLines(): readonly string[] {
  return [RULE, `  ${SANDBOX_BANNER}`, RULE];
}

export function summaryLines(summary: SandboxSummary): readonly string[] {
  const { invoice, companyName, key, publicUrl, entry, simulatorUrl, dataDir, curl } = summary;
  return [
    '',
    ...bannerLines(),
    labelled('Empresa', `${companyName}, ambiente 00`),
    labelled('Factura', stateOf(invoice)),
    labelled('Número de control', invoice.control_number),
    labelled('Código de generación', invoice.generation_code),
    labelled('Sello de recepción', invoice.reception_stamp || 'todavía no hay'),
    ...linkLines(invoice),
    labelled('Clave de API', key),
    labelled('Servicio', publicUrl),
    labelled('Consola', `${entry} (entra una sola vez, en 15 minutos)`),
    labelled('Página de la interfaz', docsUrlOf(summary)),
    labelled('Hacienda simulada', `${simulatorUrl} (ábrala: dice qué órdenes toma)`),
    labelled('Datos', dataDir),
    '',
    'Emita otra factura desde otra terminal:',
    '',
    curl,
    '',
    'Ctrl-C detiene todo; el próximo arranque sigue donde este quedó.',
  ];
}

function labelled(label: string, value: string): string {
  return `${label.padEnd(LABEL_WIDTH)}${value}`;
}

function stateOf({ dte_success, contingency, is_duplicate, dte_message }: IssuedInvoice): string {
  if (dte_success && is_duplicate) return 'sellada en un arranque anterior, y ahora la misma';
  if (dte_success) return 'emitida y sellada';
  return contingency ? `en contingencia: ${dte_message}` : `rechazada: ${dte_message}`;
}

function linkLines({ json_url, invoice_url, ticket_url }: IssuedInvoice): readonly string[] {
  return [
    labelled('JSON firmado', json_url),
    ...(invoice_url ? [labelled('PDF carta', invoice_url)] : []),
    ...(ticket_url ? [labelled('Tiquete en PDF', ticket_url)] : []),
  ];
}
