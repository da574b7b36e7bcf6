/** Text as it may stand between tags and in attributes. */
export function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

export interface Canvas {
  readonly width: number;
  readonly height: number;
  readonly title: string;
}

/** A whole picture on white, so that it can be read on a dark page too. */
export function svgOf({ width, height, title }: Canvas, shapes: readonly string[]): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12">`,
    `<title>${escapeXml(title)}</title>`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    text({ x: 10, y: 18, anchor: 'start' }, title),
    ...shapes,
    '</svg>\n',
  ].join('\n');
}

export interface Place {
  readonly x: number;
  readonly y: number;
  readonly anchor: 'start' | 'middle' | 'end';
}

export function text({ x, y, anchor }: Place, content: string): string {
  return `<text x="${at(x)}" y="${at(y)}" text-anchor="${anchor}">${escapeXml(content)}</text>`;
}

/** A coordinate to a tenth, so that pictures stay small. */
export function at(value: number): string {
  return Number(value.toFixed(1)).toString();
}

/** Colours that keep apart for eyes that do not tell red from green. */
export const COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9', '#000000'] as const;

export function colour(index: number): string {
  return COLOURS[index % COLOURS.length] ?? '#000000';
}
