/**
 * Where the API's own codes and the Ministry's meet. The API's payment codes (specification 2.6) differ from CAT-017
 * of July 2026, so each is translated: accounts payable is 13 there, a bank draft 14, and what the Ministry does not
 * list travels as 99 (design section 6).
 */
export const CAT_017: ReadonlyMap<string, string> = new Map([
  ['01', '01'],
  ['02', '02'],
  ['03', '03'],
  ['04', '04'],
  ['05', '05'],
  ['08', '08'],
  ['09', '09'],
  ['10', '99'],
  ['11', '99'],
  ['12', '99'],
  ['13', '99'],
  ['14', '13'],
  ['15', '14'],
  ['99', '99'],
]);

/**
 * What we call a thing, what the Ministry calls it, where it has a name for it, and what it is; printed as
 * `docs/glossary.md`.
 */
export const GLOSSARY: Readonly<Record<string, readonly [ministry: string, meaning: string]>> = {
  invoice: ['factura', 'Document type 01, prices with VAT.'],
  CCF: ['comprobante de crédito fiscal', 'Document type 03, VAT beside the prices.'],
  'credit note': ['nota de crédito', 'Document type 05, adjusts a CCF.'],
  'export invoice': ['factura de exportación', 'Document type 11, VAT of 0 %.'],
  'excluded subject (SUEX)': [
    'sujeto excluido',
    'Document type 14, a purchase from somebody not registered for VAT.',
  ],
  'control number': ['número de control', 'The fiscal number, 31 characters.'],
  'generation code': ['código de generación', 'UUID in capitals, chosen by the issuer.'],
  'reception stamp': ['sello de recepción', '40 characters that make a document valid.'],
  environment: ['ambiente', '00 test, 01 production.'],
  establishment: ['establecimiento', 'First four characters of the segment, M001.'],
  'point of sale': ['punto de venta', 'Last four characters of the segment, P001.'],
  customer: ['receptor', 'Who receives the document.'],
  line: ['ítem del cuerpo del documento', 'One thing sold or bought.'],
  summary: ['resumen', 'The totals of a document.'],
  draft: ['', 'The document without its identification block, before it has a number.'],
  preview: [
    '',
    'What issuing would make of a request; it has no number and no signature, and nothing of it is kept.',
  ],
  attempt: ['', 'One version of signed bytes and what is known of their fate.'],
  contingency: ['contingencia', 'Issued while the authority does not answer.'],
  'formal document': [
    'transmisión por contingencia (tipoOperacion 2)',
    'Signed as issued in contingency, for good.',
  ],
  'event, report': [
    'evento de contingencia',
    'Lists the formal documents of an outage; they are sent after its seal.',
  ],
  lote: ['lote', 'Up to 100 documents sent at once, judged afterwards.'],
  invalidation: ['evento de invalidación', 'Cancels a stamped document; one event for each document.'],
  'generation (v1, v2)': ['normativa', 'The schemas before and after the 2026 normative.'],
  lease: ['', 'The right of one node to work on a record, for some seconds.'],
  fence: ['', 'Counts the leases of a record; what is written under an older one is void.'],
  quarantine: ['', 'How long sent bytes may still arrive: at least 15 minutes in production.'],
  'in doubt': ['', 'Rejected, while an earlier copy or another code of the document may still be stamped.'],
  circuit: ['', 'Open while the authority does not answer a company; nothing is sent then.'],
  'put aside': ['', 'Left by the background after ten takers died; a caller or the operator brings it back.'],
  place: ['', 'What a request holds while it is carried out; each company has a share.'],
  explanation: [
    '',
    'A statement of a rejection in the caller’s own fields: whose the datum is, why, what to do.',
  ],
  lane: ['', 'One kind of background work, in which companies take turns.'],
  rehearsal: ['', 'Builds issued documents in the other generation, to see which would survive the change.'],
  completion: ['', 'What a company tells of a customer or product for the sales that do not say it.'],
  campaign: [
    '',
    'The documents and events that the Ministry wants to see before production, issued under references of their own.',
  ],
  remembered: ['', 'A customer or product of earlier sales, known by the last document that names it.'],
  'begun form': ['', 'What somebody types to issue by hand, kept under its reference until it is issued.'],
  standing: ['', 'What notes and invalidations leave of a CCF.'],
  user: ['', 'A person who signs in to the console; a key is not one.'],
  membership: ['', 'What a user is in one company: cashier, accountant or owner.'],
  session: ['', 'A user who is signed in, in one browser.'],
  deed: ['', 'What a user, or the operator by a command, has done; it is recorded and stays.'],
};
