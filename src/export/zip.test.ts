import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { unzip } from '../../test/support/unzip.ts';
import { type ZipFile, zipOf } from './zip.ts';

async function* pieces(...texts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text);
}

async function* filesOf(...files: readonly ZipFile[]): AsyncGenerator<ZipFile> {
  yield* files;
}

async function whole(archive: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of archive) parts.push(part);
  return Buffer.concat(parts);
}

it('packs files, empty ones and names with accents too', async () => {
  const long = 'línea\n'.repeat(50_000);
  const archive = await whole(
    zipOf(
      filesOf(
        { name: 'uno.txt', content: pieces('a', 'b', 'c') },
        { name: 'carpeta/añil.txt', content: pieces(long, long) },
        { name: 'vacío', content: pieces() },
      ),
    ),
  );
  const files = unzip(archive);
  expect([...files].map(([name, content]) => [name, content.toString('utf8')])).toEqual([
    ['uno.txt', 'abc'],
    ['carpeta/añil.txt', long + long],
    ['vacío', ''],
  ]);
  expect(archive.length).toBeLessThan(5_000);
  const nothing = await whole(zipOf(filesOf()));
  expect(unzip(nothing).size).toBe(0);
});

it('gives the same bytes for the same files', async () => {
  const make = () => whole(zipOf(filesOf({ name: 'a', content: pieces('x') })));
  expect(await make()).toEqual(await make());
});

it('fails where a file does, and reads none behind it', async () => {
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('a');
    throw new Error('broken');
  }
  const files = filesOf({ name: 'a', content: broken() }, { name: 'b', content: pieces('x') });
  await expect(whole(zipOf(files))).rejects.toThrow('broken');
});

it('reads no further than it is read', async () => {
  let read = 0;
  async function* endless(): AsyncGenerator<Uint8Array> {
    for (;;) {
      read += 1;
      yield randomBytes(10_000);
    }
  }
  let written = 0;
  for await (const piece of zipOf(filesOf({ name: 'a', content: endless() }))) {
    written += piece.length;
    if (written > 200_000) break;
  }
  expect(read).toBeLessThan(400);
});
