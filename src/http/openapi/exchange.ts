/** A request of the description's examples. They are made in this order: later ones speak of earlier ones' documents. */
export interface Exchange {
  readonly operationId: string;
  /** Unique within its operation. */
  readonly name: string;
  readonly summary: string;
  /** The parameters of path and query. */
  readonly parameters?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly status: 200 | 400;
  /** The authority is out of reach while this one is made. */
  readonly outage?: boolean;
}

/** An example of an operation, answered with 200 unless it says otherwise. */
export type Example = Omit<Exchange, 'operationId' | 'status'> & Partial<Pick<Exchange, 'status'>>;

export function under(operationId: string, some: readonly Example[]): readonly Exchange[] {
  return some.map((one) => ({ operationId, status: 200, ...one }));
}
