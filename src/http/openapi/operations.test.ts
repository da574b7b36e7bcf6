import { expect, it } from 'vitest';
import { DOCUMENT_TYPES } from '../../core/dte/kinds.ts';
import { OPERATIONS } from './operations.ts';

it.each(DOCUMENT_TYPES)('names type $code where it is issued', ({ code, called, issuedBy }) => {
  expect(OPERATIONS[`POST ${issuedBy.route}`]?.summary).toContain(`${called} (${code})`);
});
