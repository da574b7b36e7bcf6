/** The largest logo file, in bytes. */
const MOST_BYTES = 200 * 1024;
/** A picture is unpacked for every paper it stands on. */
const MOST_PIXELS = 1_000_000;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const PNG = '\x89PNG\r\n\x1a\n';
const JPEG = '\xff\xd8\xff';

/** The size of a picture, in pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Why a text is no logo: base64 of a PNG or JPEG of at most 200 KB and a million pixels. Null where it is one. */
export function whyNotLogo(text: string): string | null {
  if (text.length > Math.ceil(MOST_BYTES / 3) * 4) return 'la imagen pesa más de 200 KB.';
  if (text === '' || !BASE64.test(text)) return 'debe ser una imagen en base64.';
  const bytes = atob(text);
  const size = sizeOf(bytes);
  if (size === null) return 'debe ser una imagen PNG o JPEG completa.';
  if (isInterlaced(bytes)) return 'el PNG no debe ser entrelazado.';
  if (size.width * size.height > MOST_PIXELS)
    return `mide ${size.width} x ${size.height} píxeles; el máximo es un millón de píxeles.`;
  return null;
}

/** How large a logo in base64 is; null for what is neither PNG nor JPEG. Throws where it is no base64. */
export function logoSize(text: string): Size | null {
  return sizeOf(atob(text));
}

function sizeOf(bytes: string): Size | null {
  const size = bytes.startsWith(PNG) ? pngSize(bytes) : bytes.startsWith(JPEG) ? jpegSize(bytes) : null;
  return size === null || size.width === 0 || size.height === 0 ? null : size;
}

/** A PNG begins with its header and ends with an empty chunk (W3C Recommendation PNG, section 5). */
function pngSize(bytes: string): Size | null {
  const isWhole = bytes.slice(12, 16) === 'IHDR' && bytes.slice(-8, -4) === 'IEND';
  if (!isWhole) return null;
  const [width, height] = [
    wordAt(bytes, 16) * 65_536 + wordAt(bytes, 18),
    wordAt(bytes, 20) * 65_536 + wordAt(bytes, 22),
  ];
  return { width, height };
}

/** Rows that come several times, coarse before fine, are not drawn on paper. */
function isInterlaced(bytes: string): boolean {
  return bytes.startsWith(PNG) && bytes.charCodeAt(28) !== 0;
}

/** The frame headers of a JPEG; the other codes between C0 and CF are tables (ITU-T T.81, table B.1). */
const FRAMES: ReadonlySet<number> = new Set([0xc0, 0xc1, 0xc2]);
const SCAN = 0xda;

const EXIF = 0xe1;
/** The orientation of a JPEG in its EXIF data (CIPA DC-008, tag 0x0112): from 5 on, the picture lies on its side. */
const ORIENTATION_TAG = 0x0112;
const FIRST_ON_ITS_SIDE = 5;
const MOST_ENTRIES = 100;

/** As it is shown, which is not how it lies in the file where it was turned. */
function jpegSize(bytes: string): Size | null {
  let onItsSide = false;
  for (let at = 2; at + 9 < bytes.length; at += 2 + wordAt(bytes, at + 2)) {
    const marker = bytes.charCodeAt(at + 1);
    if (bytes.charCodeAt(at) !== 0xff || marker === SCAN) return null;
    if (marker === EXIF) onItsSide ||= orientationOf(bytes, at + 4) >= FIRST_ON_ITS_SIDE;
    if (FRAMES.has(marker)) {
      const [height, width] = [wordAt(bytes, at + 5), wordAt(bytes, at + 7)];
      return onItsSide ? { height: width, width: height } : { height, width };
    }
  }
  return null;
}

/** 1, which is upright, where the segment tells none. */
function orientationOf(bytes: string, at: number): number {
  if (bytes.slice(at, at + 6) !== 'Exif\0\0') return 1;
  const start = at + 6;
  const little = bytes.slice(start, start + 2) === 'II';
  const word = (place: number) =>
    little
      ? bytes.charCodeAt(place + 1) * 256 + bytes.charCodeAt(place)
      : bytes.charCodeAt(place) * 256 + bytes.charCodeAt(place + 1);
  const first = start + (little ? word(start + 4) : word(start + 6));
  const entries = Math.min(word(first), MOST_ENTRIES);
  for (let entry = 0; entry < entries; entry += 1) {
    const place = first + 2 + entry * 12;
    if (word(place) === ORIENTATION_TAG) return word(place + 8);
  }
  return 1;
}

function wordAt(bytes: string, at: number): number {
  return bytes.charCodeAt(at) * 256 + bytes.charCodeAt(at + 1);
}
