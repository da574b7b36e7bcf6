import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { INVALIDATION, sold } from '../../../test/support/cancelling.ts';
import { exampleMonthOrder, thisPeriod } from '../../../test/support/declared-month.ts';
import type { HouseCompany } from '../../../test/support/house.ts';
import { sharedHouse } from '../../../test/support/shared-house.ts';
import { NO_CLASS } from '../../core/declaring/given-class.ts';
import { EXPORT_WRITER } from '../../export/export-writer.ts';
import { createSheetPress } from '../../paper/book/sheet-press.ts';
import { createDeclarationStores } from '../../storage/declarations/declaration-stores.ts';
import { type ClosingParts, closeMonth, listMonths } from './close-month.ts';
import type { Declaration } from './declared-documents.ts';

const house = sharedHouse();
const period = thisPeriod();
const stores = () => createDeclarationStores(house.poolOf('sello_service'));

function orderFor({ companyId }: HouseCompany, changes: Partial<Declaration> = {}) {
  const order = exampleMonthOrder({ companyId, period, ...changes });
  return { ...order, madeMs: Date.now(), by: 'Ana', amends: false };
}

function parts(changes: Partial<ClosingParts> = {}): ClosingParts {
  return { ...stores(), sheets: createSheetPress(), writer: EXPORT_WRITER, identity: randomUUID, ...changes };
}

/** Prints nothing, where what is printed is kept by nobody. */
const NO_SHEETS: ClosingParts['sheets'] = { async *print() {} };

/** A process of low priority prints the control sheet, several times. */
const PRINTING_MS = 60_000;

const CHANGE = {
  filter: { types: ['01'], establishment: null, references: null, activityCode: null, areUnclassed: false },
  given: { ...NO_CLASS, incomeType: 2 },
} as const;

describe('closing a month', { timeout: PRINTING_MS }, () => {
  it('makes the files again where classes were changed meanwhile', async () => {
    const { company } = house;
    await sold(company);
    const { months, classes } = stores();
    let changes = 0;
    const changing = {
      ...months,
      async close(...given: Parameters<typeof months.close>) {
        changes += 1;
        if (changes === 1) await classes.change(given[0], CHANGE, { by: 'Eva' });
        return months.close(...given);
      },
    };
    const closed = await closeMonth(parts({ months: changing }), orderFor(company));
    if (closed.kind === 'refused') throw new Error(closed.detail);
    expect([changes, closed.isNew]).toEqual([2, true]);
    const name = closed.closing.files[1]?.name ?? '';
    const file = await buffer(months.pieces(company.companyId, closed.closing.closingId, name));
    expect(file.toString('latin1')).toMatch(/;1;2;2\r\n$/);
  });

  it('gives up where they are changed again and again', async () => {
    const company = await house.addCompany({ certificate: 'none' });
    const months = { ...stores().months, close: async () => null };
    expect(await closeMonth(parts({ months, sheets: NO_SHEETS }), orderFor(company))).toMatchObject({
      code: 'month_changing',
    });
  });

  it('keeps another version for other criteria, where it amends', async () => {
    const company = await house.addCompany({ file: INVALIDATION });
    await sold(company);
    const order = orderFor(company);
    const negative = orderFor(company, { notesAreNegative: true });
    const versionOf = async (asked: typeof order, amends: boolean) => {
      const closed = await closeMonth(parts(), { ...asked, amends });
      return closed.kind === 'closed' ? [closed.closing.version, closed.isNew] : closed.code;
    };
    expect(await versionOf(order, false)).toEqual([1, true]);
    expect(await versionOf(negative, false)).toEqual([1, false]);
    expect(await versionOf(order, true)).toEqual([1, false]);
    expect(await versionOf(negative, true)).toEqual([2, true]);
    expect(await versionOf(negative, true)).toEqual([2, false]);
  });

  it('is listed as changed by a document that was sealed while its files were read, until it is amended', async () => {
    const company = await house.addCompany({ file: INVALIDATION });
    const { months } = stores();
    const slow = {
      ...months,
      async readSince(companyId: string) {
        const since = await months.readSince(companyId);
        await sold(company);
        return since;
      },
    };
    const owner = { companyId: company.companyId, ambiente: '00' } as const;
    const stand = async () => {
      const [listed] = await listMonths({ months }, owner, Date.now());
      return [listed?.state, listed?.touched, listed?.closing?.version];
    };
    await closeMonth(parts({ months: slow }), orderFor(company));
    expect(await stand()).toEqual(['changed', 1, 1]);
    expect(await closeMonth(parts(), orderFor(company))).toMatchObject({ isNew: false });
    const amended = await closeMonth(parts(), { ...orderFor(company), amends: true });
    expect(amended).toMatchObject({ isNew: true, closing: { version: 2 } });
    expect(await stand()).toEqual(['closed', 0, 2]);
  });

  it('waits in production for the month to end', async () => {
    const order = orderFor(house.company, { ambiente: '01' });
    expect(await closeMonth(parts(), order)).toMatchObject({ code: 'month_not_over' });
  });
});
