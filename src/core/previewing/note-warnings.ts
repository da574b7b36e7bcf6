import { type IssuedCcf, onlyClassOf } from '../adjusting/issued-ccf.ts';
import type { Draft, NoteLine, OrderLine } from '../drafting/order.ts';
import { membersAt, readOfficial, textAt } from '../dte/official-json.ts';
import { lineWarnings, totalWarnings } from './order-warnings.ts';
import { filledIn } from './party-warnings.ts';
import { placeIn, placeText } from './place-warnings.ts';
import type { Warning } from './warning.ts';

/** A note as it was asked for, on a CCF as it was signed. */
export interface AskedNote {
  readonly ccf: IssuedCcf;
  /** As the caller sent them; none where the note copies its CCF. */
  readonly sent: readonly NoteLine[];
  /** The same, each of the class of sale that it has. */
  readonly lines: readonly OrderLine[];
}

/** What drafting filled in or put right of a note. */
export function noteWarnings({ ccf, sent, lines }: AskedNote, draft: Draft): readonly Warning[] {
  return [
    ...saleTypeWarnings(ccf, sent),
    ...recipientWarnings(ccf, draft),
    ...lineWarnings(lines),
    ...(lines.length === 0 ? [] : totalWarnings(lines, draft)),
  ];
}

function saleTypeWarnings(ccf: IssuedCcf, sent: readonly NoteLine[]): readonly Warning[] {
  if (onlyClassOf(ccf) !== null) return [];
  const first = sent.findIndex(({ saleType }) => saleType === null);
  if (first < 0) return [];
  const message = 'El CCF vendió en varias clases: sin sale_type, la línea va como gravada.';
  return [{ code: 'sale_type_assumed', path: `lines[${first}].sale_type`, message }];
}

/** The recipient is the CCF's own; where the generations differ, the note may need what the CCF did not say. */
function recipientWarnings({ receptor }: IssuedCcf, draft: Draft): readonly Warning[] {
  const written = membersAt(readOfficial(draft.text), 'receptor');
  const direccion = membersAt(written, 'direccion');
  const email = receptor.correo === null ? filledIn('document_id', textAt(written, 'correo')) : [];
  const { distrito, ...rest } = receptor.direccion;
  const place = direccion === null ? null : placeIn(direccion);
  if (place === null || distrito !== null || placeIn(rest) !== null) return email;
  const message = `El CCF no dice el distrito: la nota lleva ${placeText(place)}.`;
  return [...email, { code: 'district_guessed', path: 'document_id', message }];
}
