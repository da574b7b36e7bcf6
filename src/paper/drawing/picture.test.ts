import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { pictureHead } from '../../../test/support/picture-head.ts';
import { goldenSignedFile } from '../../../test/support/signed-file.ts';
import { render } from '../render.ts';
import { isSoundPicture, logoArea } from './picture.ts';

function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return Buffer.concat([length, Buffer.from(type, 'latin1'), data, Buffer.alloc(4)]);
}

/** A PNG of two by two pixels with eight bits to the sample. */
function png({
  colorType,
  pixels,
  interlace = 0,
}: {
  readonly colorType: number;
  readonly pixels: Buffer;
  readonly interlace?: number;
}): Buffer {
  const header = Buffer.from([0, 0, 0, 2, 0, 0, 0, 2, 8, colorType, 0, 0, interlace]);
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  const parts = [chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([signature, ...parts]);
}

const rows = (bytes: number, filter = 0) => {
  const row = Buffer.alloc(1 + bytes);
  row.writeUInt8(filter);
  return deflateSync(Buffer.concat([row, row]));
};
const SOUND = png({ colorType: 6, pixels: rows(8) });

const BROKEN: readonly (readonly [string, Buffer])[] = [
  ['garbage for pixels', png({ colorType: 6, pixels: Buffer.from('garbage') })],
  ['too few pixels', png({ colorType: 6, pixels: rows(7) })],
  ['far too many pixels', png({ colorType: 6, pixels: deflateSync(Buffer.alloc(5_000_000)) })],
  ['an unknown filter', png({ colorType: 6, pixels: rows(8, 5) })],
  ['an unknown colour type', png({ colorType: 9, pixels: rows(8) })],
  ['colours without their palette', png({ colorType: 3, pixels: rows(2) })],
  ['interlaced rows', png({ colorType: 2, pixels: rows(6), interlace: 1 })],
  ['half a file', SOUND.subarray(0, 50)],
  ['no header', SOUND.subarray(0, 8)],
  ['another format', Buffer.from('GIF89a')],
];

describe('isSoundPicture', () => {
  it.each([SOUND, png({ colorType: 2, pixels: rows(6) }), png({ colorType: 0, pixels: rows(2, 4) })])(
    'takes picture %#',
    (bytes) => {
      expect(isSoundPicture(bytes)).toBe(true);
    },
  );

  it.each(BROKEN)('refuses one with %s', (_name, bytes) => {
    expect(isSoundPicture(bytes)).toBe(false);
  });
});

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
