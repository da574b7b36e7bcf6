import { expect, it } from 'vitest';
import { linesIn } from './lines-in.ts';

async function linesOf(text: string, size: number): Promise<readonly string[]> {
  const bytes = Buffer.from(text);
  const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
    bytes.subarray(at * size, (at + 1) * size),
  );
  async function* stream() {
    yield* chunks;
  }
  const lines: string[] = [];
  for await (const line of linesIn(stream())) lines.push(line);
  return lines;
}

it('ends lines at line feeds alone, wherever the chunks end', async () => {
  const lines = ['', 'ñ', '{"a":"\u2028\u2029\u0085"}', '😀\r', 'cut off'];
  for (const size of [1, 2, 3, 7, 1_000]) expect(await linesOf(lines.join('\n'), size)).toEqual(lines);
  expect(await linesOf('a\n', 2)).toEqual(['a']);
  expect(await linesOf('', 2)).toEqual([]);
});
