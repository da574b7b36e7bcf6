import { describe, expect, it } from 'vitest';
import { atLeast, atMost, pageOf, type Report } from './report.ts';

const section = { name: 'peak', asks: 'How much at most?', run: async (): Promise<Report> => REPORT };
const REPORT: Report = {
  goals: [atLeast('peak', 0.16, 0.15), atMost('processor', 3.1, 3)],
  text: ['Some text.'],
  plots: { 'peak-ratios': '<svg/>' },
};

describe('a goal', () => {
  it('is met at its bar', () =>
    expect([atLeast('peak', 0.15, 0.15).met, atMost('processor', 3, 3).met]).toEqual([true, true]));
  it('is missed beyond it', () =>
    expect([atLeast('peak', 0.149, 0.15).met, atMost('processor', 3.01, 3).met]).toEqual([false, false]));
  it('is missed by what could not be measured', () =>
    expect([atLeast('peak', Number.NaN, 0.15).met, atMost('processor', Number.NaN, 3).met]).toEqual([
      false,
      false,
    ]));
});

describe('a page', () => {
  it('has question, machine, goals, text and pictures', () =>
    expect(pageOf(section, REPORT, ['Machine: some.', 'Date: today.'])).toBe(
      [
        '# peak\n\nHow much at most?\n\nMachine: some.\nDate: today.\n',
        '| goal | bar | measured | met |\n|---|---|---|---|',
        '| peak | at least 0.15 | 0.16 | yes |\n| processor | at most 3 | 3.1 | **no** |\n',
        'Some text.\n\n![peak-ratios](peak-ratios.svg)\n',
      ].join('\n'),
    ));
});
