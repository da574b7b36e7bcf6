import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  creditNoteEnd,
  directInvalidationEnd,
  ministryCreditNoteEnd,
} from '../../src/core/adjusting/windows.ts';
import { fiscalTime } from '../../src/core/calendar/el-salvador-time.ts';
import type { WindowOverrides } from '../../src/core/company/company.ts';

const PAGE = readFileSync(new URL('../../docs/windows.md', import.meta.url), 'utf8');
const LEGAL: WindowOverrides = {
  creditNoteBusinessDays: null,
  directInvalidationBusinessDay: null,
  directInvalidationMonths: null,
};
const DATE = /[0-9]{4}-[0-9]{2}-[0-9]{2}/g;

/** How each kind of document of the page's examples is counted. */
const COUNTED: Readonly<Record<string, (ms: number, overrides: WindowOverrides) => number>> = {
  CCF: (sealedMs, overrides) => directInvalidationEnd({ tipoDte: '03', sealedMs }, overrides),
  factura: (sealedMs, overrides) => directInvalidationEnd({ tipoDte: '01', sealedMs }, overrides),
  'note on a CCF': creditNoteEnd,
  "note on a CCF, the Ministry's time": (issuedMs) => ministryCreditNoteEnd(issuedMs),
};

/** The cells of the rows below a heading, without the table's own. */
function rowsOf(heading: string): readonly (readonly string[])[] {
  const section = PAGE.split(/^#+ /m).find((part) => part.startsWith(`${heading}\n`)) ?? '';
  const rows = section.split('\n').filter((line) => line.startsWith('| '));
  return rows.slice(1).map((row) =>
    row
      .split('|')
      .map((cell) => cell.trim())
      .slice(1, -1),
  );
}

function lastDate(kind: string, date: string, overrides: WindowOverrides): string | undefined {
  const endMs = COUNTED[kind]?.(Date.parse(`${date}T12:00:00-06:00`), overrides);
  return endMs === undefined ? undefined : fiscalTime(endMs).fecEmi;
}

describe('docs/windows.md', () => {
  it('has examples that come out', () => {
    const examples = rowsOf('Examples').flatMap(([kind = '', event = '', last = '']) =>
      [...event.matchAll(DATE)].map(([date]) => ({ kind, date, last })),
    );
    expect(examples).toHaveLength(8);
    for (const { kind, date, last } of examples) {
      expect(lastDate(kind, date, LEGAL), `${kind} ${date}`).toBe(last);
    }
  });

  it.for<readonly [string, string, keyof WindowOverrides]>([
    ['direct_invalidation_business_day', 'CCF', 'directInvalidationBusinessDay'],
    ['direct_invalidation_months', 'factura', 'directInvalidationMonths'],
    ['credit_note_business_days', 'note on a CCF', 'creditNoteBusinessDays'],
  ])('shows what %s does', ([field, kind, override]) => {
    const [, , value = '', effect = ''] =
      rowsOf('Overrides of a company').find(([name]) => name === `\`${field}\``) ?? [];
    const [[date = ''] = [], [last] = []] = [...effect.matchAll(DATE)];
    expect(lastDate(kind, date, { ...LEGAL, [override]: Number(value.replaceAll('`', '')) })).toBe(last);
  });
});
