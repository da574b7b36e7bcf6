/** What a PNG of so many pixels begins and ends with, in base64: enough to know its size, not to draw it. */
export function pictureHead(width: number, height: number): string {
  const bytes = Buffer.alloc(45);
  bytes.write('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 0, 'latin1');
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  bytes.write('IEND', bytes.length - 8, 'latin1');
  return bytes.toString('base64');
}
