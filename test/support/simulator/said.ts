import type { DocumentKind } from '../../../simulator/documents/document-kind.ts';
import { isRecord, readExactJson } from '../../../simulator/exact/json.ts';
import type { Draft } from './facturas.ts';

/** What the first rule that is broken says, as `16/020 [resumen.totalIva] CALCULO INCORRECTO`; `right` for none. */
export function said(kind: DocumentKind, draft: Draft): string {
  const document = readExactJson(JSON.stringify(draft));
  if (!isRecord(document)) throw new Error('not a document');
  const refusals = kind.rules.map((rule) => rule(document)).filter((refusal) => refusal !== null);
  const [first] = refusals;
  return first === undefined ? 'right' : `${first.clasificaMsg}/${first.codigoMsg} ${first.descripcionMsg}`;
}
