/** A sentence of the contract that is no row of specification 3.2, with the test that drives it over HTTP. */
export interface Case {
  /** Where the contract says so. */
  readonly source: string;
  readonly situation: string;
  readonly answer: string;
  /** The title of the test in `test/transitions/transitions.test.ts`. */
  readonly test: string;
}

const DESIGN = 'design section 13';

/** What a status says of what was done to a document since. */
const STATUS: readonly Case[] = [
  {
    source: 'specification 2.2',
    situation: '`GET` of the status of an invoice, a CCF, a purchase, a note or an invalidation',
    answer: '`is_duplicate` false, also after a repeated POST was answered with true.',
    test: 'no status is a duplicate',
  },
  {
    source: DESIGN,
    situation: '`GET /status` of a CCF without notes, with some, and with a rejected one',
    answer:
      '`ccf_adjusted_amount`, `ccf_remaining_amount` and `ccf_fully_adjusted`; other types have none of them.',
    test: 'the status of a CCF tells what its notes leave',
  },
  {
    source: DESIGN,
    situation: '`/status` and `/invalidate` before, during and after an attempt to take a document back',
    answer: '`invalidation_state` `none`, `waiting`, `rejected` and `stamped`, the same on both.',
    test: 'an attempt to invalidate is told from a fact',
  },
  {
    source: 'specification 4.7',
    situation: '`GET /status/` with a path longer than any reference',
    answer: '404 `Documento no encontrado`.',
    test: 'a long path names no document',
  },
];

/** How documents are cancelled. */
const CANCELLING: readonly Case[] = [
  {
    source: 'specification 1.9',
    situation:
      '`POST /invalidate` of a CCF past its window, where callers have used `anulacion-<its identifier>` and the next ones for an invoice, a note on another CCF and a rejected note on this one',
    answer:
      'A note of ours under the first such reference that is free; what the callers issued stays as it is.',
    test: 'a caller’s reference does not stand in the way of an automatic note',
  },
];

/** What a note gives back. */
const CLASSES: readonly Case[] = [
  {
    source: DESIGN,
    situation: 'A note with `lines` of no `sale_type` on a CCF that sold in one class alone',
    answer: 'The lines are of that class: a note on an exempt CCF has no VAT.',
    test: 'the only class of a CCF is that of its note’s lines',
  },
  {
    source: DESIGN,
    situation:
      'Notes on a CCF of taxed, exempt and non-subject sales, one of which wants more of a class than is left',
    answer:
      '400 `ccf_class_exceeded` with `lines[i].sale_type` and what is left in each class, until each is used up.',
    test: 'a note takes from each class what is left of it',
  },
  {
    source: DESIGN,
    situation: 'Notes on what was taxed, and on what was not, of a CCF with retention or perception',
    answer: 'One per cent of what is taxed in the note, and nothing on what is not.',
    test: 'retention and perception follow the class',
  },
];

/** What becomes of what was posted, and of what is posted again. */
const POSTING: readonly Case[] = [
  {
    source: 'specification 3.2, Stamped, "always"',
    situation:
      'A stamped `/invoice`, `/suex` or `/credit-memo`, repeated with what is refused now: without export defaults, with a wrong NIT, payments that do not sum, an unknown field, broken rules',
    answer: 'The original with `is_duplicate` true; no call, no number.',
    test: 'a stamped reference answers whatever its payload would be refused for',
  },
  {
    source: DESIGN,
    situation: 'The same without a reference that could be read, and with a reference of another type',
    answer: '400.',
    test: 'only an unreadable reference and one of another type are refused',
  },
  {
    source: 'specification 3.2, Contingency with new data',
    situation:
      'A POST whose bytes may have arrived, repeated with other data shortly before the quarantine ends',
    answer:
      'Contingency with a word on the data that wait; stamped with them as soon as the quarantine is over.',
    test: 'changed data go when the quarantine ends',
  },
];

export const CASES: readonly Case[] = [...STATUS, ...CANCELLING, ...CLASSES, ...POSTING];
