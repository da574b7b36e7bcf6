import { expect, it } from 'vitest';
import { galleryPage } from './page.ts';

it('shows each paper in its group, and takes nothing from elsewhere', () => {
  const page = galleryPage([
    { name: '01-factura-v1/01-a', file: 'a' },
    { name: '01-factura-v2/01-a', file: 'b' },
    { name: '01-factura-v1/02-b', file: 'c' },
  ]);
  expect(page.match(/<h2>[^<]+/g)).toEqual(['<h2>01-factura-v1', '<h2>01-factura-v2']);
  expect(page.match(/href="\w+\.pdf"/g)).toEqual(['href="a.pdf"', 'href="c.pdf"', 'href="b.pdf"']);
  expect(page).not.toMatch(/https?:/);
});
