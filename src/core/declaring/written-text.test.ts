import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { annexLine } from './annex-text.ts';
import { nameCell } from './cells.ts';

/** What a name is in the file of each encoding. */
function written(name: string) {
  const cell = nameCell(name, '06141501901010');
  return [
    Buffer.from(annexLine([cell], 'plain'))
      .toString('latin1')
      .trimEnd(),
    new TextDecoder('windows-1252').decode(annexLine([cell], 'windows-1252')).trimEnd(),
  ];
}

describe('a name in an annex', () => {
  it.each([
    ['Łukasz Wałęsa', 'LUKASZ WALESA', 'Lukasz Walesa'],
    ['Ferretería ½ Precio', 'FERRETERIA 1/2 PRECIO', 'Ferretería ½ Precio'],
    ['Tienda 1½', 'TIENDA 1 1/2', 'Tienda 1½'],
    ['Medidas 2⅜', 'MEDIDAS 2 3/8', 'Medidas 2 3/8'],
    ['Todo a 1€', 'TODO A 1EUR', 'Todo a 1€'],
    ['Panadería La Ñ', 'PANADERIA LA N', 'Panadería La Ñ'],
    ['Straße', 'STRASSE', 'Straße'],
    ['Ægir Þórsson', 'AEGIR THORSSON', 'Ægir Þórsson'],
    ['Đorđe Ćirić', 'DORDE CIRIC', 'Dorde Ciric'],
    ['Işıl Ğ', 'ISIL G', 'Isil G'],
    ['Smørrebrød', 'SMORREBROD', 'Smørrebrød'],
    ['Жуков Юрий', 'ZHUKOV IURII', 'Zhukov Iurii'],
    ['Ελένη', 'ELENI', 'Eleni'],
    ['ＡＢＣ １２', 'ABC 12', 'ABC 12'],
    ['Oﬃcina №5 ™', 'OFFICINA NO5 TM', 'Officina No5 ™'],
    ['A – B — C − D', 'A - B - C - D', 'A – B — C - D'],
    ['Café\u00a0Ana\u200b', 'CAFE ANA', 'Café Ana'],
    ['2º piso, 1ª', '2O PISO, 1A', '2º piso, 1ª'],
    ['¿Qué tal?', 'QUE TAL?', '¿Qué tal?'],
    ['Tienda 😀 Sol 中文', 'TIENDA SOL', 'Tienda Sol'],
    ['Cafe\u0301', 'CAFE', 'Café'],
    ['a\u0327\u0302', 'A', 'â'],
    ['uno\u037edos；tres＂cuatro＇', 'UNO DOS TRES CUATRO', 'uno dos tres cuatro'],
    ['x？y⁇', 'XY', 'xy'],
    ['\ud800A', 'A', 'A'],
    ['a\u0000b\u0085c\u009d', 'ABC', 'abc'],
  ])('is what people would write: %s', (name, plain, accented) => {
    expect(written(name)).toEqual([plain, accented]);
  });

  it.each(['中文', '😀', '"\'', '；', '\u200b', '¿¡', '', ' '])(
    'is the number of the row where nothing is left of it: %j',
    (name) => {
      expect(written(name)).toEqual(['06141501901010', '06141501901010']);
    },
  );
});

const marks = (text: string) => text.split('?').length - 1;

describe('any text in a line', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.string({ unit: 'grapheme', maxLength: 40 }),
    fc.string({ unit: fc.constantFrom(...'Łłß½⅞€£№ﬁĳΩя;？?“”\u037e\u0301 1aÑ中😀'), maxLength: 20 }),
  );

  it('has no question mark that it did not have, and no cell more', () => {
    fc.assert(
      fc.property(text, fc.constantFrom('plain', 'windows-1252'), (given, encoding) => {
        const bytes = annexLine(['a', given, 'b'], encoding);
        const line = new TextDecoder('windows-1252').decode(bytes);
        expect(marks(line)).toBeLessThanOrEqual(marks(given));
        expect(line).toMatch(/^a;[^;"'\r\n]*;b\r\n$/i);
        expect(line.slice(0, -2)).not.toMatch(/\p{Cc}/u);
        if (encoding === 'plain') expect(line).toMatch(/^[\x20-\x7e]*\r\n$/);
      }),
      { numRuns: 2_000 },
    );
  });

  it('is written the same when it is written again', () => {
    fc.assert(
      fc.property(text, fc.constantFrom('plain', 'windows-1252'), (given, encoding) => {
        const once = annexLine([given], encoding);
        const again = new TextDecoder('windows-1252').decode(once).slice(0, -2);
        expect(Buffer.from(annexLine([again], encoding))).toEqual(Buffer.from(once));
      }),
      { numRuns: 2_000 },
    );
  });

  it('leaves a name of the row its number, whatever the encoding', () => {
    fc.assert(
      fc.property(text, (name) => {
        for (const cell of written(name)) expect(cell).not.toBe('');
      }),
    );
  });
});
