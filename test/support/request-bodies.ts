type Json = Readonly<Record<string, unknown>>;

/** One bread at 1.13, VAT included, with the changes given. */
export function lineBody(changes: Json = {}): Json {
  return { description: 'Pan francés', quantity: 1, unit_price: 1.13, ...changes };
}

/** The smallest request for a factura, with the changes given. */
export function invoiceBody(changes: Json = {}): Json {
  return { external_ref: freshRef(), lines: [lineBody()], ...changes };
}

/** A registered taxpayer who buys with a crédito fiscal. */
export function contribuyenteBody(changes: Json = {}): Json {
  return {
    name: 'Distribuidora Ficticia, S.A. de C.V.',
    nit: '0614-020202-002-4',
    nrc: '765432-1',
    type_contributor: 1,
    activity_code: '47111',
    email: 'compras@example.com',
    ...changes,
  };
}

/** A crédito fiscal over ten breads, 11.30 with VAT. */
export function ccfBody(changes: Json = {}): Json {
  const lines = [lineBody({ quantity: 10 })];
  return invoiceBody({ doc_type: '03', customer: contribuyenteBody(), lines, ...changes });
}

/** A note that clones the document of a reference or identifier, with the changes given. */
export function noteBody(documentId: unknown, changes: Json = {}): Json {
  return { external_ref: freshRef(), document_id: documentId, ...changes };
}

/** A purchase from somebody who is not registered for VAT. */
export function suexBody(changes: Json = {}): Json {
  return { external_ref: freshRef(), subject: subjectBody(), lines: [lineBody()], ...changes };
}

export function subjectBody(changes: Json = {}): Json {
  return { name: 'Persona Ficticia', document_type: '13', document_number: '00000001-8', ...changes };
}

let references = 0;

/** A reference that no other request of this file has. */
export function freshRef(): string {
  references += 1;
  return `venta-${references}`;
}
