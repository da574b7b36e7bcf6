import { expect, it } from 'vitest';
import { DOCUMENT_TYPES } from '../../core/dte/kinds.ts';
import { isJsonObject } from '../../core/json/read-json.ts';
import { DEFAULT_TYPE } from '../../requests/invoice/schema.ts';
import { EXCHANGES } from './exchanges.ts';
import { OPERATIONS } from './operations.ts';

it.each(DOCUMENT_TYPES)('names type $code where it is issued', ({ code, called, issuedBy }) => {
  expect(OPERATIONS[`POST ${issuedBy.route}`]?.summary).toContain(`${called} (${code})`);
});

it.each(DOCUMENT_TYPES)('shows how type $code is issued', ({ code, issuedBy }) => {
  const { operationId } = OPERATIONS[`POST ${issuedBy.route}`] ?? {};
  const shown = EXCHANGES.filter((one) => one.operationId === operationId && one.status === 200);
  const types = shown.map(({ body }) => (isJsonObject(body) ? body['doc_type'] : null) ?? DEFAULT_TYPE);
  const isShown = issuedBy.route === '/invoice' ? types.includes(code) : shown.length > 0;
  expect(isShown).toBe(true);
});
