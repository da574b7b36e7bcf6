import encodeQR from 'qr';

/** A row of dark modules next to each other. */
export interface Run {
  readonly x: number;
  readonly y: number;
  readonly length: number;
}

export interface QrSymbol {
  /** Modules along a side, the quiet zone included. */
  readonly size: number;
  readonly runs: readonly Run[];
}

/** The modules that stay free around a symbol (ISO/IEC 18004, section 9.1). */
const QUIET_MODULES = 4;

/** A QR code of error correction level M, as the runs that are drawn. */
export function qrRuns(text: string): QrSymbol {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: QUIET_MODULES });
  return { size: rows.length, runs: rows.flatMap(runsOf) };
}

function runsOf(row: readonly boolean[], y: number): readonly Run[] {
  const runs: Run[] = [];
  for (const [x, dark] of row.entries()) {
    const before = runs.at(-1);
    if (!dark) continue;
    if (before !== undefined && before.x + before.length === x)
      runs[runs.length - 1] = { ...before, length: before.length + 1 };
    else runs.push({ x, y, length: 1 });
  }
  return runs;
}
