import { type Ink, widthOf } from '../drawing/measure.ts';

const JOINT = ' · ';

/** Short texts one after the other in as few lines of this width as they need; one that is wider stands alone. */
export function joined(parts: readonly string[], ink: Ink, width: number): readonly string[] {
  const lines: string[] = [];
  for (const part of parts) {
    const together = `${lines.at(-1)}${JOINT}${part}`;
    if (lines.length > 0 && widthOf(together, ink) <= width) lines[lines.length - 1] = together;
    else lines.push(part);
  }
  return lines;
}
