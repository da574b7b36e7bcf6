import { fileURLToPath } from 'node:url';
import { createCanvas, GlobalFonts } from '@napi-rs/canvas';

const FONT = new URL('../../src/paper/fonts/strong.ttf', import.meta.url);
const FAMILY = 'Sello Strong';
const SIZE = { width: 420, height: 120 };

/** The logo of a company that does not exist, as its file would carry it. */
export function exampleLogo(color: string): string {
  GlobalFonts.registerFromPath(fileURLToPath(FONT), FAMILY);
  const canvas = createCanvas(SIZE.width, SIZE.height);
  const context = canvas.getContext('2d');
  context.fillStyle = color;
  context.beginPath();
  context.roundRect(0, 10, 100, 100, 26);
  context.fill();
  context.font = `62px "${FAMILY}"`;
  context.fillText('Ejemplo', 124, 82);
  context.strokeStyle = '#ffffff';
  context.lineWidth = 12;
  context.lineCap = 'round';
  context.lineJoin = 'round';
  context.beginPath();
  context.moveTo(26, 62);
  context.lineTo(44, 80);
  context.lineTo(76, 42);
  context.stroke();
  return canvas.toBuffer('image/png').toString('base64');
}
