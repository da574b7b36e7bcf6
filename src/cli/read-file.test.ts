import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sharedPlace } from '../../test/support/shared-place.ts';
import { readJsonFile } from './read-file.ts';

const folder = sharedPlace();

async function read(text: string) {
  const path = join(folder, 'file.json');
  await writeFile(path, text);
  return readJsonFile(path);
}

describe('readJsonFile', () => {
  it('reads JSON, and names the fields that stand in it twice', async () => {
    expect(await read('\uFEFF{"a": 1, "b": [{"c": 1, "c": 2}], "a": 2}')).toEqual({
      value: { a: 2, b: [{ c: 2 }] },
      repeated: ['b[0].c', 'a'],
    });
  });

  it.each([
    ['{\n  "a": 1,\n}', 'line 3, column 1: a field name in quotation marks is expected here.'],
    ['{\n  "a": 1\n  "b": 2\n}', 'line 3, column 3: a comma or } is expected here.'],
    ['{"a": "x', 'line 1, column 7: a text begins here and has no closing quotation mark.'],
    [
      '{"a": "x\ny"}',
      'line 1, column 9: a text may not hold this line break or control character, nor this \\ escape.',
    ],
  ])('says where %j is no JSON', async (text, place) => {
    await expect(read(text)).rejects.toThrow(`is not JSON: ${place}`);
  });
});
