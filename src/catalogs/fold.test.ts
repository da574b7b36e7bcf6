import { describe, expect, it } from 'vitest';
import { foldText } from './fold.ts';

describe('foldText', () => {
  it.each([
    ['CAFÉ', 'cafe'],
    ['Cabañas', 'cabanas'],
    ['USULUTÁN', 'usulutan'],
    ['pingüino', 'pinguino'],
    ['  San \t Salvador\n', 'san salvador'],
    ['cafe\u0301', 'cafe'],
    ['İzalco', 'izalco'],
    ['01111', '01111'],
    ['', ''],
  ])('folds %j to %j', (text, folded) => {
    expect(foldText(text)).toBe(folded);
  });

  it('keeps punctuation', () => {
    expect(foldText('n.c.p. (5%)')).toBe('n.c.p. (5%)');
  });
});
