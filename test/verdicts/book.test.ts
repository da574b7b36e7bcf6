import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, expect, it } from 'vitest';
import { readBook } from './book.ts';

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

const CASE = {
  title: 'A document is received',
  source: 'a manual that does not exist',
  mark: 'B',
  service: 'recepcion',
  expect: { product: { reads: { kind: 'stamped' } }, simulator: {} },
};
const ANSWER = { status: 200, body: { estado: 'PROCESADO' } };

type Files = Readonly<Record<string, unknown>>;

/** A book of one case with these files, or of the cases by their names. */
async function bookOf(cases: Readonly<Record<string, Files>>) {
  const folder = await mkdtemp(join(tmpdir(), 'verdicts-'));
  folders.push(folder);
  for (const [name, files] of Object.entries(cases)) {
    await mkdir(join(folder, name));
    for (const [file, content] of Object.entries(files))
      await writeFile(join(folder, name, file), JSON.stringify(content));
  }
  return readBook(pathToFileURL(`${folder}/`));
}

const withCase = (changes: Files, files: Files = {}) =>
  bookOf({ '01-received': { 'case.json': { ...CASE, ...changes }, 'answer.json': ANSWER, ...files } });

it('reads a case with its answer', async () => {
  expect(await withCase({})).toEqual([
    { ...CASE, name: '01-received', answer: ANSWER, request: null, signed: null, annex: null },
  ]);
});

it.each([
  ['has an unknown member', { colour: 'red' }, /additional properties/],
  ['has no source', { source: undefined }, /required property 'source'/],
  ['has no mark', { mark: undefined }, /required property 'mark'/],
  ['has a mark that nobody knows', { mark: 'X' }, /case\/mark|mark/],
  ['expects what nobody knows', { expect: { ...CASE.expect, portal: {} } }, /additional properties/],
  ['asks nothing of the product', { expect: { product: {}, simulator: {} } }, /asks nothing of the product/],
  ['is of the portal and has no annex', { service: 'portal' }, /annex\.csv/],
  ['has amounts and no request', { amounts: { 'resumen.totalPagar': 1 } }, /no request.json/],
])('refuses a case that %s', async (_, changes, problem) => {
  await expect(withCase(changes)).rejects.toThrow(problem);
});

it('refuses folders without an answer, with other files, of other names and with a number that is taken', async () => {
  await expect(bookOf({ '01-received': { 'case.json': CASE } })).rejects.toThrow(/answer\.json/);
  await expect(withCase({}, { 'notes.json': {} })).rejects.toThrow(/notes\.json is no file of a case/);
  const files = { 'case.json': CASE, 'answer.json': ANSWER };
  await expect(bookOf({ received: files })).rejects.toThrow(/not named/);
  await expect(bookOf({ '01-one': files, '01-two': files })).rejects.toThrow(/number is taken/);
});
