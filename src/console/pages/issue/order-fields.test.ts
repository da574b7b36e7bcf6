import { expect, it } from 'vitest';
import { goldenCases, issueGolden } from '../../../../test/golden/golden-case.ts';
import { refOf } from '../../../../test/support/identifiers.ts';
import { bodySchemaOf } from '../../../requests/any-body.ts';
import { asMeant } from '../../../requests/json-body.ts';
import { readIssuing } from '../../../requests/read-issuing.ts';
import { bodyOf } from './form-body.ts';
import { fieldsOfOrder } from './order-fields.ts';

/** The body of a case as the form sends it after somebody has typed the order that it is. */
function retyped(body: unknown): unknown {
  const reading = readIssuing(body, 'subject' in Object(body) ? 'purchase' : 'sale');
  if (reading.kind === 'refused') throw new Error(reading.detail);
  const { order } = reading;
  const value = bodyOf({ tipoDte: order.tipoDte, externalRef: refOf('a') }, fieldsOfOrder(order));
  return asMeant({ value, numbers: new Map() }, bodySchemaOf(value));
}

it.each(goldenCases().filter((name) => !name.startsWith('05')))(
  '%s is the same document when its order is typed',
  (name) => {
    expect(issueGolden(name, retyped).text).toBe(issueGolden(name).text);
  },
);
