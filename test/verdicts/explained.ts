import { isTipoDte, type TipoDte } from '../../src/core/dte/kinds.ts';
import type { Subject } from '../../src/core/explaining/codes.ts';
import { type Explanation, explain } from '../../src/core/explaining/explain.ts';
import type { Verdict } from './book.ts';

/** The type of the document that a case is about; a factura where it does not say. */
export function tipoDteOf({ document = '01-v2' }: Pick<Verdict, 'document'>): TipoDte {
  const [code = ''] = document.split('-');
  return isTipoDte(code) ? code : '01';
}

/** What the integrator reads of each rejection in an answer; none of an answer that rejects nothing. */
export function explanationsOf(verdict: Verdict): readonly Explanation[] {
  const { service, answer } = verdict;
  const subject: Subject = service === 'invalidacion' ? 'invalidation' : tipoDteOf(verdict);
  return rejectionsIn(answer.body ?? {}).flatMap((body) => {
    const text = (key: string) => (body[key] ?? '') as unknown;
    return explain({
      codigoMsg: String(text('codigoMsg')).padStart(3, '0'),
      message: String(text('descripcionMsg')),
      observaciones: textsOf(body['observaciones']),
      subject,
      document: null,
    });
  });
}

/** The bodies that reject with a code: the answer itself, or entries of a lote. */
function rejectionsIn(body: Readonly<Record<string, unknown>>): readonly Readonly<Record<string, unknown>>[] {
  const inLote = Array.isArray(body['rechazados']) ? body['rechazados'] : [];
  return [body, ...inLote].filter(
    (one) => one['estado'] === 'RECHAZADO' && (one['codigoMsg'] ?? null) !== null,
  );
}

/** The texts of `observaciones`, which the authority fills up with empty ones. */
export function textsOf(observaciones: unknown): readonly string[] {
  const list: readonly unknown[] = Array.isArray(observaciones) ? observaciones : [];
  return list.map(String).filter((text) => text !== '');
}
