import { expect, it } from 'vitest';
import { describeIdentifier } from '../../../test/support/identifier-cases.ts';
import {
  isPersonDocumentNumber,
  isPersonDocumentType,
  PERSON_DOCUMENT_TYPES,
  parsePersonDocumentNumber,
  whyNotPersonDocumentNumber,
} from './person-document-number.ts';

for (const type of PERSON_DOCUMENT_TYPES) {
  describeIdentifier({
    name: `person-document-number-${type}`,
    parse: (text) => parsePersonDocumentNumber(type, text),
    is: (text) => isPersonDocumentNumber(type, text),
    whyNot: (text) => whyNotPersonDocumentNumber(type, text),
  });
}

it('knows the five types of CAT-022 and no other', () => {
  expect(PERSON_DOCUMENT_TYPES).toEqual(['02', '03', '13', '36', '37']);
  expect(['01', '2', '', '130'].some(isPersonDocumentType)).toBe(false);
});

it('stores a DUI and a NIT as digits, the others trimmed', () => {
  expect(parsePersonDocumentNumber('13', '01234567-8')).toBe('012345678');
  expect(parsePersonDocumentNumber('36', '0614-010190-001-8')).toBe('06140101900018');
  expect(parsePersonDocumentNumber('37', ' A-1 ')).toBe('A-1');
});
