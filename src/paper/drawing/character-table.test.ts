import { expect, it } from 'vitest';
import { CharacterTable } from './character-table.ts';

it('learns each character once, and tells of all in their order', () => {
  const learnt: string[] = [];
  const table = new CharacterTable((character) => {
    learnt.push(character);
    return `<${character}>`;
  });
  const told = (text: string) => {
    const all: string[] = [];
    table.each(text, (known) => all.push(known));
    return all.join('');
  };
  expect(told('añañ–é😀😀')).toBe('<a><ñ><a><ñ><–><é><😀><😀>');
  expect(told('é–a')).toBe('<é><–><a>');
  expect(told('')).toBe('');
  expect(learnt.join('')).toBe('añ–é😀');
});
