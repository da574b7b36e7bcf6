import { type Members, membersAt, readOfficial, textAt } from '../../core/dte/official-json.ts';
import type { PaperOrder } from '../../operations/files/ports.ts';
import { blocksAfter, blocksBefore, rejectionBlocks } from './blocks.ts';
import { codesOf, factsOf, instantOf, isTest, NO_CODES, queryAddress, titleOf } from './identity.ts';
import { lineTableOf } from './lines.ts';
import { markOf } from './mark.ts';
import { issuerOf, receiverOf } from './parties.ts';
import type { Sheet } from './sheet.ts';
import { paymentsOf, termsOf, totalsOf } from './totals.ts';

/** What the paper of a document says: the document in words, and what has become of it. */
export function sheetOf({
  signedFile,
  rejection,
  isPreview,
  cancellation,
}: Omit<PaperOrder, 'form' | 'branding'>): Sheet {
  const document: Members = readOfficial(signedFile);
  const identificacion = membersAt(document, 'identificacion');
  const resumen = membersAt(document, 'resumen');
  const tipoDte = textAt(identificacion, 'tipoDte') ?? '';
  const date = textAt(identificacion, 'fecEmi') ?? '';
  const isRejected = rejection !== null;
  const codes = isPreview ? NO_CODES : codesOf(document, identificacion, isRejected);
  const query = queryAddress(textAt(identificacion, 'ambiente'), identificacion);
  return {
    kind: 'DOCUMENTO TRIBUTARIO ELECTRÓNICO',
    title: titleOf(identificacion),
    version: textAt(identificacion, 'version') ?? '',
    isTest: isTest(identificacion),
    codes,
    facts: factsOf(identificacion),
    query: isPreview ? null : query,
    issuedMs: instantOf(date, textAt(identificacion, 'horEmi')),
    mark: markOf(codes, { cancellation, isRejected, isPreview }),
    issuer: issuerOf(membersAt(document, 'emisor'), date),
    receiver: receiverOf(document, date),
    before: [...rejectionBlocks(rejection ?? []), ...blocksBefore(document)],
    table: lineTableOf(document, tipoDte),
    ...totalsOf(resumen, tipoDte),
    // The cents stay on the line of their dollars.
    inWords: textAt(resumen, 'totalLetras')?.replace(/ (?=\S+$)/, '\u{a0}') ?? null,
    terms: termsOf(resumen),
    payments: paymentsOf(resumen, date),
    after: blocksAfter(document),
  };
}
