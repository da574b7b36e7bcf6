import { expect, it } from 'vitest';
import { pictureHead } from '../../../test/support/picture-head.ts';
import { logoArea } from './logo-area.ts';

const MOST = { width: 100, height: 40 };

it.each([
  ['as wide as it may be', pictureHead(600, 150), { width: 100, height: 25 }],
  ['as high as it may be', pictureHead(100, 100), { width: 40, height: 40 }],
  ['larger than it is', pictureHead(5, 2), { width: 100, height: 40 }],
])('draws a logo %s', (_how, logo, area) => {
  expect(logoArea(logo, MOST)).toEqual(area);
});

it('draws none where there is none', () => {
  expect([null, 'AAAA'].map((logo) => logoArea(logo, MOST))).toEqual([null, null]);
});
