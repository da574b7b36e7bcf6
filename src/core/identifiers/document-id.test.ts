import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { describeIdentifier } from '../../../test/support/identifier-cases.ts';
import { isDocumentId, parseDocumentId, whyNotDocumentId } from './document-id.ts';

describeIdentifier({
  name: 'document-id',
  parse: parseDocumentId,
  is: isDocumentId,
  whyNot: whyNotDocumentId,
});

it('reads an upper-case UUID as the lower-case one', () => {
  const uuid = randomUUID();
  expect(parseDocumentId(uuid.toUpperCase())).toBe(uuid);
  expect(isDocumentId(uuid.toUpperCase())).toBe(false);
});
