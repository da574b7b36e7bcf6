import { expect, it } from 'vitest';
import { csvLine, harmless } from './csv.ts';

it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '=cmd|" /C calc"!A0'])(
  'makes a text of %j, which a spreadsheet would calculate',
  (text) => {
    expect(harmless(text)).toBe(`'${text}`);
  },
);

it.each(['a=1', ' =1', '', 'Peña', "'=1"])('leaves %j as it is', (text) => {
  expect(harmless(text)).toBe(text);
});

it('quotes what has commas, quotation marks and line ends, and writes amounts as they are', () => {
  expect(csvLine(['a,b', 'di "que" sí', 'a\nb', { amount: '-1.50' }, null, ''])).toBe(
    '"a,b","di ""que"" sí","a\nb",-1.50,,\r\n',
  );
  expect(csvLine(['=HYPERLINK("x","y")'])).toBe(`"'=HYPERLINK(""x"",""y"")"\r\n`);
});
