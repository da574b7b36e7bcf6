import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { INVALIDATION, sold } from '../../../test/support/cancelling.ts';
import { type HouseCompany, sharedHouse } from '../../../test/support/house.ts';
import { fiscalTime } from '../../core/calendar/el-salvador-time.ts';
import { NO_CLASS, NO_CLASSES } from '../../core/declaring/given-class.ts';
import { periodOf } from '../../core/declaring/period.ts';
import type { Ambiente } from '../../core/dte/kinds.ts';
import { EXPORT_WRITER } from '../../export/export-writer.ts';
import { createSheetPress } from '../../paper/book/sheet-press.ts';
import { createPool, type Pool } from '../../storage/connection/pool.ts';
import { createDeclarationStores } from '../../storage/declarations/declaration-stores.ts';
import { type ClosingParts, closeMonth, listMonths } from './close-month.ts';

const house = sharedHouse();
let pool: Pool;
beforeAll(() => {
  pool = createPool('sello_service', {
    databaseUrl: house.databaseUrl,
    connections: 2,
    onIdleError: () => undefined,
  });
});
afterAll(() => pool.end());

const period = periodOf(fiscalTime(Date.now()).fecEmi);

function orderFor({ companyId, nit }: HouseCompany, ambiente: Ambiente = '00') {
  return {
    declaration: {
      companyId,
      ambiente,
      classes: NO_CLASSES,
      period,
      notesAreNegative: false,
      exportsWithFreight: false,
      codesWithoutHyphens: false,
    },
    declarer: { name: 'Tienda Ficticia', nit, nrc: '12345' },
    encoding: 'plain',
    madeMs: Date.now(),
    by: 'Ana',
    amends: false,
  } as const;
}

function parts(changes: Partial<ClosingParts> = {}): ClosingParts {
  const stores = createDeclarationStores(pool);
  return { ...stores, sheets: createSheetPress(), writer: EXPORT_WRITER, identity: randomUUID, ...changes };
}

/** A process of low priority prints the control sheet, several times. */
const PRINTING_MS = 60_000;

const CHANGE = {
  filter: { types: ['01'], establishment: null, references: null, activityCode: null, areUnclassed: false },
  given: { ...NO_CLASS, incomeType: 2 },
} as const;

describe('closing a month', () => {
  it(
    'makes the files again where classes were changed meanwhile',
    async () => {
      const { company } = house;
      await sold(company);
      const stores = createDeclarationStores(pool);
      let changes = 0;
      const months = {
        ...stores.months,
        async close(...given: Parameters<typeof stores.months.close>) {
          changes += 1;
          if (changes === 1) await stores.classes.change(given[0], CHANGE, { by: 'Eva' });
          return stores.months.close(...given);
        },
      };
      const closed = await closeMonth(parts({ months }), orderFor(company));
      if (closed.kind === 'refused') throw new Error(closed.detail);
      expect([changes, closed.isNew]).toEqual([2, true]);
      const pieces: Uint8Array[] = [];
      const name = closed.closing.files[1]?.name ?? '';
      for await (const piece of stores.months.pieces(company.companyId, closed.closing.closingId, name))
        pieces.push(piece);
      expect(Buffer.concat(pieces).toString('latin1')).toMatch(/;1;2;2\r\n$/);
    },
    PRINTING_MS,
  );

  it(
    'gives up where they are changed again and again',
    async () => {
      const company = await house.addCompany({ certificate: 'none' });
      const stores = createDeclarationStores(pool);
      const months = { ...stores.months, close: async () => null };
      expect(await closeMonth(parts({ months }), orderFor(company))).toMatchObject({
        code: 'month_changing',
      });
    },
    PRINTING_MS,
  );

  it(
    'keeps another version for other criteria, where it amends',
    async () => {
      const company = await house.addCompany({ file: INVALIDATION });
      await sold(company);
      const order = orderFor(company);
      const negative = { ...order, declaration: { ...order.declaration, notesAreNegative: true } };
      const versionOf = async (asked: typeof order | typeof negative, amends: boolean) => {
        const closed = await closeMonth(parts(), { ...asked, amends });
        return closed.kind === 'closed' ? [closed.closing.version, closed.isNew] : closed.code;
      };
      expect(await versionOf(order, false)).toEqual([1, true]);
      expect(await versionOf(negative, false)).toEqual([1, false]);
      expect(await versionOf(order, true)).toEqual([1, false]);
      expect(await versionOf(negative, true)).toEqual([2, true]);
      expect(await versionOf(negative, true)).toEqual([2, false]);
    },
    PRINTING_MS,
  );

  it(
    'is listed as changed by a document that was sealed while its files were read, until it is amended',
    async () => {
      const company = await house.addCompany({ file: INVALIDATION });
      const { months } = createDeclarationStores(pool);
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
    },
    PRINTING_MS,
  );

  it('waits in production for the month to end', async () => {
    const order = orderFor(house.company, '01');
    expect(await closeMonth(parts(), order)).toMatchObject({ code: 'month_not_over' });
  });
});
