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

/** A thing that both vocabularies name. */
export interface Term {
  readonly ours: string;
  readonly ministry: string;
  readonly meaning: string;
}

/** The names of one thing on our side and on the Ministry's; printed as `docs/glossary.md`. */
export const GLOSSARY: readonly Term[] = [
  { ours: 'invoice', ministry: 'factura', meaning: 'Document type 01, prices with VAT.' },
  {
    ours: 'CCF',
    ministry: 'comprobante de crédito fiscal',
    meaning: 'Document type 03, VAT beside the prices.',
  },
  { ours: 'credit note', ministry: 'nota de crédito', meaning: 'Document type 05, adjusts a CCF.' },
  { ours: 'export invoice', ministry: 'factura de exportación', meaning: 'Document type 11, VAT of 0 %.' },
  {
    ours: 'excluded subject (SUEX)',
    ministry: 'sujeto excluido',
    meaning: 'Document type 14, a purchase from somebody not registered for VAT.',
  },
  { ours: 'control number', ministry: 'número de control', meaning: 'The fiscal number, 31 characters.' },
  {
    ours: 'generation code',
    ministry: 'código de generación',
    meaning: 'UUID in capitals, chosen by the issuer.',
  },
  {
    ours: 'reception stamp',
    ministry: 'sello de recepción',
    meaning: '40 characters that make a document valid.',
  },
  { ours: 'environment', ministry: 'ambiente', meaning: '00 test, 01 production.' },
  {
    ours: 'establishment',
    ministry: 'establecimiento',
    meaning: 'First four characters of the segment, M001.',
  },
  {
    ours: 'point of sale',
    ministry: 'punto de venta',
    meaning: 'Last four characters of the segment, P001.',
  },
  { ours: 'customer', ministry: 'receptor', meaning: 'Who receives the document.' },
  { ours: 'line', ministry: 'ítem del cuerpo del documento', meaning: 'One thing sold or bought.' },
  { ours: 'summary', ministry: 'resumen', meaning: 'The totals of a document.' },
  {
    ours: 'draft',
    ministry: '',
    meaning: 'The document without its identification block, before it has a number.',
  },
  {
    ours: 'preview',
    ministry: '',
    meaning:
      'What issuing would make of a request; it has no number and no signature, and nothing of it is kept.',
  },
  { ours: 'attempt', ministry: '', meaning: 'One version of signed bytes and what is known of their fate.' },
  { ours: 'contingency', ministry: 'contingencia', meaning: 'Issued while the authority does not answer.' },
  {
    ours: 'formal document',
    ministry: 'transmisión por contingencia (tipoOperacion 2)',
    meaning: 'Signed as issued in contingency, for good.',
  },
  {
    ours: 'event, report',
    ministry: 'evento de contingencia',
    meaning: 'Lists the formal documents of an outage; they are sent after its seal.',
  },
  { ours: 'lote', ministry: 'lote', meaning: 'Up to 100 documents sent at once, judged afterwards.' },
  {
    ours: 'invalidation',
    ministry: 'evento de invalidación',
    meaning: 'Cancels a stamped document; one event for each document.',
  },
  {
    ours: 'generation (v1, v2)',
    ministry: 'normativa',
    meaning: 'The schemas before and after the 2026 normative.',
  },
  { ours: 'lease', ministry: '', meaning: 'The right of one node to work on a record, for some seconds.' },
  {
    ours: 'fence',
    ministry: '',
    meaning: 'Counts the leases of a record; what is written under an older one is void.',
  },
  {
    ours: 'quarantine',
    ministry: '',
    meaning: 'How long sent bytes may still arrive: at least 15 minutes in production.',
  },
  {
    ours: 'in doubt',
    ministry: '',
    meaning: 'Rejected, while an earlier copy or another code of the document may still be stamped.',
  },
  {
    ours: 'circuit',
    ministry: '',
    meaning: 'Open while the authority does not answer a company; nothing is sent then.',
  },
  {
    ours: 'put aside',
    ministry: '',
    meaning: 'Left by the background after ten takers died; a caller or the operator brings it back.',
  },
  {
    ours: 'place',
    ministry: '',
    meaning: 'What a request holds while it is carried out; each company has a share.',
  },
  {
    ours: 'explanation',
    ministry: '',
    meaning: 'A statement of a rejection in the caller’s own fields: whose the datum is, why, what to do.',
  },
  { ours: 'lane', ministry: '', meaning: 'One kind of background work, in which companies take turns.' },
  {
    ours: 'rehearsal',
    ministry: '',
    meaning: 'Builds issued documents in the other generation, to see which would survive the change.',
  },
  {
    ours: 'completion',
    ministry: '',
    meaning: 'What a company tells of a customer or product for the sales that do not say it.',
  },
  {
    ours: 'remembered',
    ministry: '',
    meaning: 'A customer or product of earlier sales, known by the last document that names it.',
  },
  {
    ours: 'begun form',
    ministry: '',
    meaning: 'What somebody types to issue by hand, kept under its reference until it is issued.',
  },
  { ours: 'standing', ministry: '', meaning: 'What notes and invalidations leave of a CCF.' },
  { ours: 'user', ministry: '', meaning: 'A person who signs in to the console; a key is not one.' },
  {
    ours: 'membership',
    ministry: '',
    meaning: 'What a user is in one company: cashier, accountant or owner.',
  },
  { ours: 'session', ministry: '', meaning: 'A user who is signed in, in one browser.' },
  {
    ours: 'deed',
    ministry: '',
    meaning: 'What a user, or the operator by a command, has done; it is recorded and stays.',
  },
];
