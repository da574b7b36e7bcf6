import { describe, expect, it } from 'vitest';
import { logoSize, whyNotLogo } from './logo.ts';

const PNG_HEAD = '\x89PNG\r\n\x1a\n\0\0\0\rIHDR';
const PNG_END = '\0\0\0\0IEND\xaeB`\x82';

function word(value: number): string {
  return String.fromCharCode(value >> 8, value & 255);
}

function png(width: number, height: number, body = ''): string {
  return btoa(`${PNG_HEAD}\0\0${word(width)}\0\0${word(height)}\x08\x02\0\0\0${body}${PNG_END}`);
}

function interlaced(logo: string): string {
  const bytes = atob(logo);
  return btoa(`${bytes.slice(0, 28)}\x01${bytes.slice(29)}`);
}

/** A JPEG with another segment before its frame. */
function jpeg(width: number, height: number, frame = 0xc0): string {
  const other = `\xff\xe0${word(4)}ab`;
  const size = `${word(17)}\x08${word(height)}${word(width)}\x03`;
  return btoa(`\xff\xd8${other}\xff${String.fromCharCode(frame)}${size}${'\0'.repeat(20)}\xff\xd9`);
}

describe('whyNotLogo', () => {
  it.each([png(600, 200), png(1000, 1000), jpeg(600, 200), jpeg(600, 200, 0xc2)])('takes %s', (logo) => {
    expect(whyNotLogo(logo)).toBe(null);
  });

  it.each([
    ['', /base64/],
    ['no es base64', /base64/],
    ['abcde', /base64/],
    [btoa('GIF89a'), /PNG o JPEG/],
    [png(0, 10), /PNG o JPEG/],
    [png(600, 200).slice(0, -8), /PNG o JPEG/],
    [jpeg(600, 0), /PNG o JPEG/],
    [jpeg(600, 200, 0xda), /PNG o JPEG/],
    [btoa('\xff\xd8\xff\xe0\0\0\0\0\0\0\0\0'), /PNG o JPEG/],
    [png(2000, 501), /2000 x 501/],
    [interlaced(png(600, 200)), /entrelazado/],
    [png(10, 10, 'x'.repeat(210_000)), /200 KB/],
  ])('refuses %.40s', (text, reason) => {
    expect(whyNotLogo(text)).toMatch(reason);
  });
});

describe('logoSize', () => {
  it('tells width and height in pixels', () => {
    expect([png(600, 200), jpeg(70_000 % 65_536, 12)].map(logoSize)).toEqual([
      { width: 600, height: 200 },
      { width: 4464, height: 12 },
    ]);
  });

  it('knows none of what is no picture', () => {
    expect([btoa('GIF89a'), ''].map(logoSize)).toEqual([null, null]);
  });
});

describe('a JPEG that was turned', () => {
  /** EXIF data whose one entry is the orientation, in either order of bytes. */
  function exif(orientation: number, little: boolean): string {
    const two = (value: number) => (little ? word(value).split('').reverse().join('') : word(value));
    const four = (value: number) => (little ? `${two(value)}\0\0` : `\0\0${two(value)}`);
    const entry = `${two(0x0112)}${two(3)}${four(1)}${two(orientation)}\0\0`;
    return `Exif\0\0${little ? 'II' : 'MM'}${two(42)}${four(8)}${two(1)}${entry}${four(0)}`;
  }

  function turned(orientation: number, little: boolean): string {
    const segment = exif(orientation, little);
    const [start, rest] = [atob(jpeg(100, 400)).slice(0, 2), atob(jpeg(100, 400)).slice(2)];
    return btoa(`${start}\xff\xe1${word(segment.length + 2)}${segment}${rest}`);
  }

  it.each([
    [1, 100, 400],
    [3, 100, 400],
    [5, 400, 100],
    [6, 400, 100],
    [8, 400, 100],
  ])('by %i is as large as it is shown', (orientation, width, height) => {
    for (const little of [false, true])
      expect(logoSize(turned(orientation, little))).toEqual({ width, height });
  });

  it('in a way that cannot be read stays as it lies', () => {
    const cut = atob(turned(6, true)).replace('Exif\0\0II', 'Exif\0\0XX');
    expect(logoSize(btoa(cut.replace('\x12\x01', '\xff\xff')))).toEqual({ width: 100, height: 400 });
  });
});
