/** A row of specification 3.2 in its own words, with the test that drives it and what that test expects. */
export interface Transition {
  readonly from: string;
  readonly trigger: string;
  readonly condition: string;
  readonly next: string;
  /** The title of the test in `test/transitions/transitions.test.ts`. */
  readonly test: string;
  readonly expected: string;
}

const SAME_REF = 'issuance POST with same `external_ref`';
const INVALIDATE = '`POST /invalidate/...`';
const VERDICTS = 'Stamped, Contingency or Rejected';

/** How documents come about and come back. */
const ISSUING: readonly Transition[] = [
  {
    from: 'none',
    trigger: 'issuance POST with new `external_ref`',
    condition: 'any valid payload',
    next: `${VERDICTS}, according to the tax authority's answer`,
    test: 'a new reference gets a number and a verdict',
    expected: 'The flags of each of the three states, `posted`, consecutive numbers, `is_duplicate` false.',
  },
  {
    from: 'Stamped',
    trigger: SAME_REF,
    condition: 'always',
    next: 'Stamped',
    test: 'a stamped reference is answered with its original',
    expected:
      'The first answer but for `is_duplicate` true, though the payload is another; no call, no number.',
  },
  {
    from: 'Rejected',
    trigger: SAME_REF,
    condition: 'always',
    next: VERDICTS,
    test: 'a rejected reference is sent again with the new payload',
    expected:
      'Identifier, number and instant as before, the amounts of the new payload, any of the three states.',
  },
  {
    from: 'Contingency',
    trigger: SAME_REF,
    condition: 'always',
    next: VERDICTS,
    test: 'a reference in contingency is sent again with the new payload',
    expected: 'As for a rejected one, where nothing of the first payload can have arrived.',
  },
  {
    from: 'Contingency',
    trigger: 'automatic revalidation by the service',
    condition: 'tax authority available again',
    next: 'Stamped (implied)',
    test: 'what is in contingency is stamped without a retry',
    expected: '`/status` turns to Stamped under the same number, once the authority answers.',
  },
  {
    from: 'any',
    trigger: 'POST with same `external_ref` and different `doc_type`',
    condition: 'always',
    next: 'unchanged',
    test: 'a reference keeps its type of document',
    expected: 'HTTP 400 `doc_type_changed` for a stamped, a rejected and a waiting one; `/status` as before.',
  },
];

/** How documents are cancelled. */
const INVALIDATING: readonly Transition[] = [
  {
    from: 'Stamped document (non-CCF or CCF in window)',
    trigger: '`POST /invalidate/{id_or_ref}`',
    condition: 'direct invalidation allowed',
    next: 'Invalidated with stamp (`success`, `invalidated`, `dte_success` true)',
    test: 'a document within its window is invalidated',
    expected: 'The flags of a sealed invalidation for types 01, 03 and 14, by identifier and by reference.',
  },
  {
    from: 'document',
    trigger: INVALIDATE,
    condition: 'tax authority does not respond',
    next: '`success` true, `invalidated` true, `contingency` true, `dte_success` false',
    test: 'an invalidation without an answer waits',
    expected: 'These flags, and `/status` with `invalidated` true.',
  },
  {
    from: 'document',
    trigger: INVALIDATE,
    condition: 'tax authority rejects',
    next: '`success` false, `invalidated` true, `rejected` true',
    test: 'a rejected invalidation leaves the document valid',
    expected: 'These flags with `observaciones`, and `/status` with `invalidated` false.',
  },
  {
    from: 'already invalidated',
    trigger: INVALIDATE,
    condition: 'always',
    next: 'unchanged',
    test: 'what is invalidated answers as it did',
    expected: 'The first answer but for `is_duplicate`, and no call to the authority.',
  },
  {
    from: 'invalidation in contingency or rejected',
    trigger: `${INVALIDATE} again`,
    condition: 'always',
    next: 'attempted again with the tax authority',
    test: 'an invalidation without a seal is attempted again',
    expected: 'A seal, under the same code after silence and under a new one after a rejection.',
  },
  {
    from: 'CCF outside direct-invalidation window',
    trigger: '`POST /invalidate/{id_or_ref}`',
    condition: 'whole CCF cancellation',
    next: 'CCF cancelled through a new NC',
    test: 'a CCF past its window is cancelled by a note',
    expected: 'A stamped note over the whole CCF; `/status` names it in `credit_memo_id`.',
  },
];

/** How CCF are adjusted. */
const ADJUSTING: readonly Transition[] = [
  {
    from: 'CCF valid',
    trigger: '`POST /credit-memo` mode 2',
    condition: 'CCF not invalidated, not fully adjusted, younger than 90 business days',
    next: 'CCF remains valid',
    test: 'a note on some lines leaves the CCF valid',
    expected:
      'Its amount, `ccf_fully_adjusted` only with the last cent, and each condition refused with HTTP 400.',
  },
  {
    from: 'CCF valid',
    trigger: '`POST /credit-memo` mode 1',
    condition: 'same conditions',
    next: 'CCF invalidated',
    test: 'a full note invalidates its CCF',
    expected: 'A note over everything, `/status` of the CCF with `invalidated` true and `credit_memo_id`.',
  },
  {
    from: 'CCF valid',
    trigger: '`POST /credit-memo` mode 3',
    condition: 'same conditions',
    next: 'CCF not invalidated',
    test: 'a cloning note does not invalidate its CCF',
    expected: 'A note over everything, `/status` of the CCF with `invalidated` false.',
  },
  {
    from: 'NC (failed)',
    trigger: '`POST /credit-memo` with same `external_ref`',
    condition: 'always',
    next: 'as for Rejected / Contingency',
    test: 'a failed note is sent again on its own CCF',
    expected: 'Number and CCF as before whatever CCF the retry names, the lines of the retry.',
  },
];

export const TRANSITIONS: readonly Transition[] = [...ISSUING, ...INVALIDATING, ...ADJUSTING];
