import { formatInstant } from '../calendar/instant.ts';
import type { Company } from '../company/company.ts';
import { typeOf } from '../dte/kinds.ts';
import type { CampaignDocument, CampaignProgress, Count } from './progress.ts';

/** A campaign as it is put on record. */
export interface CampaignRecord {
  readonly company: Pick<Company, 'slug' | 'name' | 'nit' | 'nrc'>;
  readonly name: string;
  readonly documents: readonly CampaignDocument[];
  readonly progress: CampaignProgress;
  /** When it was written, in milliseconds since the epoch. */
  readonly nowMs: number;
}

/** The record for programs: what was sent, its number and seal, and the counts against what the Ministry asks for. */
export function recordJson({ company, name, documents, progress, nowMs }: CampaignRecord): object {
  return {
    company: { slug: company.slug, name: company.name, nit: company.nit, nrc: company.nrc },
    campaign: name,
    environment: '00',
    written_at: formatInstant(nowMs),
    ...progressJson(progress),
    documents: documents.map(documentJson),
  };
}

/** How far a campaign is, for programs. */
export function progressJson({ documents, invalidations, contingencies, isComplete }: CampaignProgress) {
  return {
    complete: isComplete,
    counts: documents.map(({ tipoDte, done, needed }) => ({ doc_type: tipoDte, done, needed })),
    invalidations,
    contingencies,
  };
}

function documentJson(document: CampaignDocument): object {
  const { contingencia, invalidation } = document;
  return {
    external_ref: document.externalRef,
    doc_type: document.tipoDte,
    schema_generation: document.generation,
    state: document.state,
    control_number: document.numeroControl,
    generation_code: document.codigoGeneracion,
    reception_stamp: document.selloRecibido,
    issued_at: formatInstant(Math.floor(document.postedMs)),
    amount_total: document.amountTotal,
    contingency: contingencia && {
      type: contingencia.tipo,
      sealed: contingencia.isSealed,
      generation_code: contingencia.codigoGeneracion,
      reception_stamp: contingencia.selloRecibido,
    },
    invalidation: invalidation && {
      state: invalidation.state,
      generation_code: invalidation.codigoGeneracion,
      reception_stamp: invalidation.selloRecibido,
    },
  };
}

/** The record for people: a page that stands by itself, to be printed or kept. */
export function recordHtml({ company, name, documents, progress, nowMs }: CampaignRecord): string {
  return `<!doctype html>
<html lang="es"><head><meta charset="utf-8"><title>Certificación de ${text(company.name)}</title>
<style>body{font:14px system-ui,sans-serif;margin:2rem}table{border-collapse:collapse;margin:1rem 0}th,td{border:1px solid #bbb;padding:.25rem .5rem;text-align:left;vertical-align:top}td.code{font-family:monospace;font-size:12px}</style></head>
<body><h1>Certificación ante el Ministerio de Hacienda</h1>
<p>${text(company.name)} · NIT ${text(company.nit)} · NRC ${text(company.nrc)} · ambiente de pruebas (00) · campaña ${text(name)} · ${formatInstant(nowMs)}</p>
<p>${progress.isComplete ? 'Todo lo que se pide está sellado.' : 'Todavía falta.'} Los documentos de las contingencias cuentan también entre los de su tipo.</p>
<table><tr><th>Qué se pide</th><th>Sellado</th><th>De</th></tr>
${progress.documents.map(({ tipoDte, ...count }) => countRow(`${tipoDte} ${typeOf(tipoDte).title}`, count)).join('\n')}
${countRow('Invalidaciones', progress.invalidations)}
${countRow('Contingencias, tipos 1 a 5', progress.contingencies)}</table>
<table><tr><th>Referencia</th><th>Emitido</th><th>Total</th><th>Número de control</th><th>Código y sello</th><th>Contingencia</th><th>Invalidación</th></tr>
${documents.map(documentRow).join('\n')}</table></body></html>
`;
}

function countRow(what: string, { done, needed }: Count): string {
  return `<tr><td>${text(what)}</td><td>${done}</td><td>${needed}</td></tr>`;
}

function documentRow(document: CampaignDocument): string {
  const { contingencia, invalidation } = document;
  const cells = [
    [document.externalRef],
    [formatInstant(Math.floor(document.postedMs))],
    [document.amountTotal],
    [document.numeroControl],
    [document.codigoGeneracion, document.selloRecibido ?? document.state],
    contingencia === null
      ? []
      : [`tipo ${contingencia.tipo}`, contingencia.codigoGeneracion ?? '', contingencia.selloRecibido ?? ''],
    invalidation === null
      ? []
      : [invalidation.codigoGeneracion, invalidation.selloRecibido ?? invalidation.state],
  ];
  return `<tr>${cells.map((lines) => `<td class="code">${lines.map(text).join('<br>')}</td>`).join('')}</tr>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function text(value: string): string {
  return value.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
