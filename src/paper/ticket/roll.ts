import type { TicketWidth } from '../../operations/files/ports.ts';

/** Points of a millimetre. */
const POINTS_PER_MM = 72 / 25.4;

/** Thermal heads have eight dots to the millimetre (203 dpi). */
export const DOT = POINTS_PER_MM / 8;

/** What a head cannot reach at either side of the roll, in millimetres. */
const MARGINS_MM: Readonly<Record<TicketWidth, number>> = { 80: 4, 58: 5 };

/** A roll of paper, in points. */
export interface Roll {
  readonly width: number;
  readonly left: number;
  readonly right: number;
  readonly room: number;
}

/** Above and below what is printed. */
export const EDGE = 9;

/** PDF knows no page that is higher (ISO 32000-1, annex C). */
export const HIGHEST_PAGE = 14_400;

export function rollOf(widthMm: TicketWidth): Roll {
  const [width, margin] = [widthMm * POINTS_PER_MM, MARGINS_MM[widthMm] * POINTS_PER_MM];
  return { width, left: margin, right: width - margin, room: width - 2 * margin };
}
