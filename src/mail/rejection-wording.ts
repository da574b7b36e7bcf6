import { type Members, readOfficial } from '../core/dte/official-json.ts';
import { titleOfType } from '../core/dte/titles.ts';
import type { Explanation } from '../core/explaining/explain.ts';
import { toldRejection } from '../core/explaining/told.ts';
import { factsOf, testMarkOf, type Worded } from './facts.ts';
import { type Fact, type Wording, worded } from './message.ts';

/** The status has those that no message has room for. */
const MOST_REASONS = 20;

/** What a message says to the issuer of a rejected document: which sale, why, and what to do. */
export function rejectionWordingOf(mail: Worded, rejection: readonly Explanation[]): Wording {
  const { company, record } = mail;
  const title = titleOfType(record.tipoDte);
  const { prefix, notes } = testMarkOf(record);
  return worded({
    senderName: company.tradeName ?? company.name,
    subject: `${prefix}RECHAZADO por Hacienda: ${title} ${record.numeroControl} (referencia ${record.externalRef})`,
    opening: `El Ministerio de Hacienda rechazó este documento de ${company.name}: no tiene validez fiscal. Adjunto va el PDF, marcado RECHAZADO.`,
    notes: [...notes, adviceOnReference(rejection)],
    tables: [saleOf(mail, readOfficial(mail.json)), ...tablesOf(rejection)],
    closing:
      'Sello no avisa al cliente de un rechazo. La consulta del documento (GET /status) tiene los mismos motivos en explanation.',
  });
}

function adviceOnReference(rejection: readonly Explanation[]): string {
  return rejection.every(({ sameReference }) => sameReference)
    ? 'Se puede enviar de nuevo con la misma referencia, cuando se haya hecho lo que dice «Qué hacer».'
    : 'No se debe enviar de nuevo con la misma referencia: «Qué hacer» dice qué hacer en su lugar.';
}

function saleOf(mail: Worded, document: Members): readonly Fact[] {
  const { externalRef, summary } = mail.record;
  return [['Referencia', externalRef], ...factsOf(mail, document), ['A nombre de', summary.customerName]];
}

function tablesOf(rejection: readonly Explanation[]): readonly (readonly Fact[])[] {
  const { reasons, more } = toldRejection(rejection, MOST_REASONS);
  const tables = reasons.map(({ said, why, datum, field, value, remedy }) =>
    [said, why, datum, field, value, remedy].flatMap(([name, text]): Fact[] =>
      text === null ? [] : [[name, text]],
    ),
  );
  return more === null ? tables : [...tables, [more]];
}
