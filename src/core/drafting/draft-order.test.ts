import { describe, expect, it } from 'vitest';
import { draftedMember } from '../../../test/support/drafted.ts';
import { exampleCompany } from '../../../test/support/example-company.ts';
import { exampleContext, exampleExportTerms, exampleOrder } from '../../../test/support/example-order.ts';
import {
  exampleContribuyente,
  exampleExtranjero,
  exampleSubject,
} from '../../../test/support/example-parties.ts';
import { draftOrder } from './draft-order.ts';
import type { Order } from './order.ts';

const TERMS = exampleExportTerms({ itemType: 2 });

function members(changes: Partial<Order>): readonly string[] {
  const drafting = draftOrder(exampleOrder(changes), exampleContext());
  if (drafting.kind === 'problems') throw new Error(JSON.stringify(drafting.problems));
  const { resumen } = JSON.parse(drafting.text);
  return Object.keys(resumen);
}

describe('an order', () => {
  it.each([
    ['01', {}, 'totalIva'],
    ['03', { customer: exampleContribuyente() }, 'ivaPerci'],
    ['11', { customer: exampleExtranjero(), exportTerms: TERMS }, 'flete'],
    ['14', { customer: exampleSubject() }, 'totalCompra'],
  ] as const)('of type %s is drafted by the rules of its type', (tipoDte, changes, amount) => {
    expect(members({ tipoDte, ...changes })).toContain(amount);
  });

  it.each([
    ['01', {}, null],
    ['03', { customer: exampleContribuyente() }, 'Pan'],
    ['11', { customer: exampleExtranjero(), exportTerms: TERMS }, null],
  ] as const)(
    'of type %s names a trade of three letters where v1 takes it',
    (tipoDte, changes, nombreComercial) => {
      const company = exampleCompany({ trade_name: 'Pan' });
      const order = exampleOrder({ tipoDte, ...changes });
      const emisorOf = (generation: 'v1' | 'v2') =>
        draftedMember(draftOrder(order, exampleContext({ company, generation })), 'emisor');
      expect(emisorOf('v1')).toMatchObject({ nombreComercial });
      expect(emisorOf('v2')).toMatchObject({ nombreComercial: 'Pan' });
    },
  );

  it('of type 05 does not exist', () => {
    expect(() => members({ tipoDte: '05' })).toThrow(
      new RangeError('a credit note is drafted from the document it adjusts'),
    );
  });
});
