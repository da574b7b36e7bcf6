/** Text, what stands back, and hairlines. */
export const INK = '#1b1f24';
export const SOFT = '#58626c';
export const HAIRLINE = '#d5dae0';
/** All that thermal paper knows. */
export const INK_BLACK = '#000000';
/** The color of a company that has chosen none. */
export const DEFAULT_COLOR = '#1f3a5f';

/** The least contrast of text that is easily read (WCAG 2.2, success criterion 1.4.3). */
const LEAST_CONTRAST = 4.5;
const STEP = 0.9;

/** The colour, or the lightest darker one that can be read on white. */
export function readableOnWhite(color: string): string {
  const channels = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  let shown = channels;
  while (contrastWithWhite(shown) < LEAST_CONTRAST)
    shown = shown.map((channel) => Math.floor(channel * STEP));
  return `#${shown.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

/** WCAG 2.2, "contrast ratio" and "relative luminance"; channels from 0 to 255. */
export function contrastWithWhite(channels: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = channels.map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05);
}
