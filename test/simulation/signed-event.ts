/** What the authority reads in the bytes of a contingency event. */
export interface SignedEvent {
  readonly codigoGeneracion: string;
  /** As El Salvador's calendar and clock show them: `2026-06-15T10:00:00`. */
  readonly starts: string;
  readonly ends: string;
  /** The generation codes of the documents that it lists. */
  readonly documents: readonly string[];
}

const LISTED = /"noItem":\d+,"codigoGeneracion":"([^"]+)"/g;

/** Reads an event that a simulated signer has signed; throws Error on anything else. */
export function readSignedEvent(jws: string): SignedEvent {
  const member = (name: string) => {
    const value = new RegExp(`"${name}":"([^"]+)"`).exec(jws)?.[1];
    if (value === undefined) throw new Error('these are no signed bytes of an event');
    return value;
  };
  return {
    codigoGeneracion: member('codigoGeneracion'),
    starts: `${member('fInicio')}T${member('hInicio')}`,
    ends: `${member('fFin')}T${member('hFin')}`,
    documents: [...jws.matchAll(LISTED)].map(([, code = '']) => code),
  };
}
