import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { factsIn, holdsFacts, optionalTextOf, rowOf, rowsOf, textOf } from './facts.ts';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'facts-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

function writeFacts(text: string, hashed: string): void {
  const sha256 = createHash('sha256').update(hashed).digest('hex');
  writeFileSync(join(folder, 'list.json'), text);
  writeFileSync(
    join(folder, 'manifest.json'),
    JSON.stringify({ files: { 'list.json': { rows: 1, sha256 } } }),
  );
}

describe('factsIn', () => {
  it('reads a file that has the hash of the manifest', () => {
    writeFacts('[{"code": "01"}]', '[{"code": "01"}]');
    expect(factsIn(folder)('list.json')).toEqual([{ code: '01' }]);
  });

  it('refuses a file that was changed', () => {
    writeFacts('[{"code": "02"}]', '[{"code": "01"}]');
    expect(() => factsIn(folder)('list.json')).toThrow(/list\.json has the hash/);
  });

  it('refuses a file that the manifest does not list', () => {
    writeFacts('[]', '[]');
    writeFileSync(join(folder, 'other.json'), '[]');
    expect(() => factsIn(folder)('other.json')).toThrow('manifest.files.other.json is not an object');
  });
});

describe('holdsFacts', () => {
  it('looks for the manifest', () => {
    expect(holdsFacts(folder)).toBe(false);
    writeFacts('[]', '[]');
    expect(holdsFacts(folder)).toBe(true);
  });
});

describe('the readers of one value', () => {
  it('refuse what is not an object or a list of objects', () => {
    expect(() => rowOf([], 'a')).toThrow('a is not an object');
    expect(() => rowOf(null, 'b')).toThrow('b is not an object');
    expect(() => rowsOf({}, 'c')).toThrow('c is not a list');
    expect(() => rowsOf([1], 'd')).toThrow('d[0] is not an object');
  });

  it('refuse an empty or missing text unless it is optional', () => {
    expect(textOf({ code: 'SV' }, 'code')).toBe('SV');
    expect(() => textOf({ code: '' }, 'code')).toThrow('code is not a text');
    expect(() => textOf({}, 'code')).toThrow('code is not a text');
    expect(optionalTextOf({ code: null }, 'code')).toBeNull();
    expect(optionalTextOf({}, 'code')).toBeNull();
    expect(() => optionalTextOf({ code: 3 }, 'code')).toThrow('code is not a text');
  });
});
