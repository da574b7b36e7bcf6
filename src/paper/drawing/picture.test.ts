import { describe, expect, it } from 'vitest';
import { pictureHead } from '../../../test/support/picture-head.ts';
import { BROKEN, SOUND } from '../../../test/support/png.ts';
import { goldenSignedFile } from '../../../test/support/signed-file.ts';
import { render } from '../render.ts';
import { logoArea } from './picture.ts';

describe('a logo', () => {
  const signedFile = goldenSignedFile('01-factura-v2/01-bakery-cash-sale');
  const printed = (logo: Buffer) =>
    render({
      form: { kind: 'letter' },
      signedFile,
      rejection: null,
      cancellation: { kind: 'none' },
      branding: { logo: logo.toString('base64'), color: null },
    });

  it('is drawn', async () => {
    expect(Buffer.from(await printed(SOUND)).includes('/Subtype /Image')).toBe(true);
  });

  it.each([
    ...BROKEN,
    ['a JPEG without a frame', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 2, 0xff, 0xd9])] as const,
  ])('with %s is left out, and the paper is printed', async (_name, bytes) => {
    const paper = await printed(bytes);
    expect(Buffer.from(paper).includes('/Subtype /Image')).toBe(false);
  });
});

describe('logoArea', () => {
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
});
