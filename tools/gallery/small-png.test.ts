import { createCanvas, loadImage } from '@napi-rs/canvas';
import { expect, it } from 'vitest';
import { smallPng } from './small-png.ts';

it('is read as the same picture', async () => {
  const dots = Uint8ClampedArray.from([27, 31, 36, 255, 255, 255, 255, 255, 11, 110, 79, 255]);
  const image = await loadImage(smallPng({ width: 3, height: 1, dots }));
  expect([image.width, image.height]).toEqual([3, 1]);
  const canvas = createCanvas(3, 1);
  canvas.getContext('2d').drawImage(image, 0, 0);
  const { data } = canvas.getContext('2d').getImageData(0, 0, 3, 1);
  for (const [index, value] of data.entries()) expect(value).toBe(dots[index]);
});

it('goes on where a picture has more colours than a palette', async () => {
  const dots = Uint8ClampedArray.from({ length: 4 * 4096 }, (_, at) =>
    at % 4 === 3 ? 255 : (((at >> 2) >> (4 * (at % 4))) % 16) * 17,
  );
  const image = await loadImage(smallPng({ width: 64, height: 64, dots }));
  expect([image.width, image.height]).toEqual([64, 64]);
});
