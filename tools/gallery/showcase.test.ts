import { readdirSync, statSync } from 'node:fs';
import { expect, it } from 'vitest';
import { VAT_BOOKS } from '../../src/operations/declarations/books/book-files.ts';
import { bookPicture } from './books.ts';
import { showcase } from './showcase.ts';

const GALLERY = new URL('../../docs/gallery/', import.meta.url);
const MOST_BYTES = 3_000_000;

it('has a picture of each exhibit and of nothing else, light enough for a clone', () => {
  const pictures = readdirSync(GALLERY).filter((name) => name.endsWith('.webp'));
  expect(pictures.toSorted()).toEqual(
    [...showcase().map(({ file }) => file), ...VAT_BOOKS.map(bookPicture)]
      .map((file) => `${file}.webp`)
      .toSorted(),
  );
  const bytes = pictures.map((name) => statSync(new URL(name, GALLERY)).size);
  expect(bytes.reduce((total, size) => total + size, 0)).toBeLessThan(MOST_BYTES);
});

it('shows each type in both generations', () => {
  const types = showcase().flatMap(({ file }) => /^\d\d-.*-v[12]$/.exec(file) ?? []);
  expect(types).toHaveLength(10);
});
