/** One place that breaks a rule; the message says what to write instead. */
export interface Finding {
  readonly path: string;
  /** Counted from 1; 0 for the file as a whole. */
  readonly line: number;
  readonly message: string;
}

/** `path:line message`, as editors open it. */
export function formatFinding({ path, line, message }: Finding): string {
  return `${path}:${line} ${message}`;
}
