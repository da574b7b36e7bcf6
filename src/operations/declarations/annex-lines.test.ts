import { describe, expect, it } from 'vitest';
import {
  bought,
  exported,
  INVALIDATION,
  invalidate,
  noted,
  sold,
  soldToTaxpayer,
} from '../../../test/support/cancelling.ts';
import { exampleDeclaration, movedBack, thisPeriod } from '../../../test/support/declared-month.ts';
import { lineBody } from '../../../test/support/request-bodies.ts';
import { sharedHouse } from '../../../test/support/shared-house.ts';
import { ANNEXES, annexNamed } from '../../core/declaring/annexes.ts';
import { FileCheck } from '../../core/declaring/check-file.ts';
import { NO_CLASS } from '../../core/declaring/given-class.ts';
import { previousPeriod } from '../../core/declaring/period.ts';
import { createDeclarationReader } from '../../storage/declarations/declaration-reader.ts';
import { annexLines } from './annex-lines.ts';
import type { Declaration } from './declared-documents.ts';

const house = sharedHouse({ file: INVALIDATION });
const period = thisPeriod();

async function linesOf(key: string, companyId: string, changes: Partial<Declaration> = {}) {
  const declaration = exampleDeclaration({ companyId, period, ...changes });
  const check = new FileCheck(declaration, 100, annexNamed(key));
  const reader = createDeclarationReader(house.poolOf('sello_operator'));
  const lines: (readonly string[])[] = [];
  for await (const cells of annexLines(key, reader, declaration)) {
    check.add(cells.join(';'));
    lines.push(cells);
  }
  const { faults, remarks } = check.result();
  expect(faults.told).toEqual([]);
  expect(remarks.told.filter(({ message }) => !message.includes('revise: fila negativa'))).toEqual([]);
  return lines;
}

describe('the annexes of a month', () => {
  it('hold each document where it belongs, once', async () => {
    const { company } = house;
    const sale = await sold(company);
    const other = await sold(company, { lines: [lineBody({ quantity: 2 }), exempt] });
    const ccf = await soldToTaxpayer(company, { lines: [lineBody({ quantity: 10 }), exempt] });
    const note = await noted(company, ccf, { lines: [lineBody({ quantity: 3 })] });
    const abroad = await exported(company);
    const purchase = await bought(company, { lines: [lineBody({ unit_price: 100 })] });
    const annulled = await sold(company);
    await invalidate(company, annulled);

    const taxpayers = await linesOf('1', company.companyId);
    expect(taxpayers.map((cells) => [cells[2], cells[5], ...cells.slice(9, 13), cells[15]])).toEqual([
      ['03', codeOf(ccf), '2.00', '0.00', '10.00', '1.30', '12.00'],
      ['05', codeOf(note), '0.00', '0.00', '3.00', '0.39', '3.00'],
    ]);
    const consumers = await linesOf('2', company.companyId);
    expect(consumers.map((cells) => [cells[2], cells[7], cells[8], cells[10], cells[13], cells[15]])).toEqual(
      [
        ['01', codeOf(sale), codeOf(other), '2.00', '3.39', '0.00'],
        ['11', codeOf(abroad), codeOf(abroad), '0.00', '0.00', '1.13'],
      ],
    );
    const purchases = await linesOf('5', company.companyId);
    expect(purchases.map((cells) => [cells[5], cells[6]])).toEqual([[codeOf(purchase), '100.00']]);
    const invalidated = await linesOf('anulados', company.companyId);
    expect(invalidated.map((cells) => cells[9])).toEqual([annulled['generation_code']]);
    expect(await linesOf('9', company.companyId)).toEqual([]);
  });

  it('take back in the month of the event what an earlier one declared', async () => {
    const company = await house.addCompany({ file: INVALIDATION });
    const sale = await sold(company);
    await invalidate(company, sale);
    await movedBack(house, sale);
    const [back = []] = await linesOf('2', company.companyId);
    expect([back[7], back[13], back[19]]).toEqual([codeOf(sale), '-1.13', '-1.13']);
    const before = { period: previousPeriod(period) };
    expect((await linesOf('2', company.companyId, before)).map((cells) => cells[13])).toEqual(['1.13']);
    expect(await linesOf('anulados', company.companyId, before)).toEqual([]);
    expect((await linesOf('anulados', company.companyId)).map((cells) => cells[9])).toEqual([
      sale['generation_code'],
    ]);
  });

  it('hold nothing of another company or another month', async () => {
    const company = await house.addCompany();
    await soldToTaxpayer(company);
    for (const { key } of ANNEXES)
      expect(await linesOf(key, company.companyId, { period: previousPeriod(period) })).toEqual([]);
    const alone = await house.addCompany();
    for (const { key } of ANNEXES) expect(await linesOf(key, alone.companyId)).toEqual([]);
  });
});

describe('classes of the income tax', () => {
  it('are the document’s, else the first rule’s, else the company’s; a note has those of its CCF', async () => {
    const company = await house.addCompany({ file: INVALIDATION });
    await sold(company);
    await sold(company, { operation_type: 2, income_type: '12' });
    const ccf = await soldToTaxpayer(company, { income_type: 1 });
    await noted(company, ccf);
    await bought(company, { operation_type: 2, classification: 1, sector: 1, cost_type: 7 });
    await bought(company);
    const sale = { ...NO_CLASS, operationType: 4, incomeType: 4 };
    const rule = { establishment: 'M001', activityCode: null, sale: NO_CLASS, purchase: NO_CLASS };
    const purchase = { ...NO_CLASS, operationType: 3, costType: 3 };
    const classes = { sale: NO_CLASS, purchase, rules: [{ ...rule, sale }] };
    const consumers = await linesOf('2', company.companyId, { classes });
    expect(consumers.map((cells) => cells.slice(20, 22))).toEqual([
      ['2', '12'],
      ['4', '4'],
    ]);
    const taxpayers = await linesOf('1', company.companyId, { classes });
    expect(taxpayers.map((cells) => cells.slice(17, 19))).toEqual([
      ['4', '1'],
      ['4', '1'],
    ]);
    const purchases = await linesOf('5', company.companyId, { classes });
    expect(purchases.map((cells) => cells.slice(8, 12))).toEqual([
      ['2', '1', '1', '7'],
      ['3', '2', '2', '3'],
    ]);
  });
});

const exempt = lineBody({ description: 'Libro', unit_price: 2, sale_type: 'exempt' });

/** The generation code as annexes have it. */
function codeOf(document: Readonly<Record<string, unknown>>): string {
  return String(document['generation_code']).replaceAll('-', '');
}
