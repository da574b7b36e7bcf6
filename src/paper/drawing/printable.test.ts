import { describe, expect, it } from 'vitest';
import { printable } from './printable.ts';

describe('printable', () => {
  it.each([
    ['Piñata «grande» a 5 €, ½ precio', 'Piñata «grande» a 5 €, ½ precio'],
    ['10 kΩ ±5 %, 4.7 μF, α β π, √2 ≈ 1.41, ∞', '10 kΩ ±5 %, 4.7 μF, α β π, √2 ≈ 1.41, ∞'],
    ['6′ 2½″, ≤ 5 m², ≥ 3 m³, 10⁶, H₂O', '6′ 2½″, ≤ 5 m², ≥ 3 m³, 10⁶, H₂O'],
    ['Ohm \u2126, micro \u00b5', 'Ohm Ω, micro µ'],
    ['∅ 3/8, ⌀ 12 mm, 25 \u2103, 77 \u2109', 'Ø 3/8, Ø 12 mm, 25 °C, 77 °F'],
    ['combining: n\u0303', 'combining: ñ'],
    ['Łódź, Ștefan, ₡500', 'Łódź, Ștefan, ₡500'],
    ['one\r\ntwo\rthree\u2028four', 'one\ntwo\nthree\nfour'],
    ['5\u00A0−\u00A03', '5\u00A0−\u00A03'],
    ['tab\there, thin\u2009space, wide\u3000one', 'tab here, thin space, wide one'],
  ])('shows %j as %j', (text, shown) => {
    expect(printable(text)).toBe(shown);
  });

  it.each([
    ['turned around: \u202Etxt.exe\u202C', 'turned around: txt.exe'],
    ['isolated \u2066a\u2067b\u2068c\u2069', 'isolated abc'],
    ['zero\u200Bwidth\u200D\uFEFF\u2060', 'zerowidth'],
    ['bell\u0007 null\u0000 escape\u001B', 'bell null escape'],
    ['soft\u00ADhyphen, filler\u3164', 'softhyphen, filler'],
  ])('leaves out what cannot be seen: %j', (text, shown) => {
    expect(printable(text)).toBe(shown);
  });

  it.each([
    ['a 😀 b', 'a b'],
    ['Café ☕️', 'Café'],
    ['❤ Amor\n🎂 Pastel', 'Amor\nPastel'],
    ['family 👨‍👩‍👧‍👦 and flag 🇸🇻 here', 'family and flag here'],
    ['key 1️⃣, thumb 👍🏽.', 'key 1, thumb.'],
    ['Distribuidora 🏬, S.A. de C.V.', 'Distribuidora, S.A. de C.V.'],
    ['Té 中文 verde', 'Té verde'],
    ['x\u0302\u0301\u0303', 'x'],
    ['half \uD800 character', 'half character'],
    ['a \uFFFD b', 'a b'],
  ])('leaves out each sign that the fonts do not have: %j', (text, shown) => {
    expect(printable(text)).toBe(shown);
  });

  it.each([
    ['😀', '—'],
    ['中文', '—'],
    ['  ', '  '],
    ['\u200B', ''],
  ])('shows that there is something of which the fonts have nothing: %j', (text, shown) => {
    expect(printable(text)).toBe(shown);
  });
});
