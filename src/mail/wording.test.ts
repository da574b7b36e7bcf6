import { describe, expect, it } from 'vitest';
import { exampleMail } from '../../test/mail/example-mail.ts';
import { exampleCompany } from '../../test/support/example-company.ts';
import { inState } from '../../test/support/in-state.ts';
import { mailAccount } from '../../test/support/mail-account.ts';
import { goldenSignedFile } from '../../test/support/signed-file.ts';
import { explainDocument } from '../operations/documents/explain-rejection.ts';
import { wordingOf } from './wording.ts';

const ACCOUNT = mailAccount();
const MAIL = exampleMail(ACCOUNT);
const WAITING = {
  ...MAIL,
  record: inState(MAIL.record, 'contingency'),
  taken: { kind: 'contingency' as const },
};

describe('wordingOf', () => {
  it('tells who sends which document, with its codes and its total, as text and as HTML', () => {
    const { subject, text, html, senderName } = wordingOf(MAIL);
    expect(subject).toBe('Factura DTE-01-M001P001-000000000000001 de Tienda Ejemplo, S.A. de C.V.');
    expect(senderName).toBe('Tienda Ejemplo, S.A. de C.V.');
    for (const words of [text, html]) {
      expect(words).toContain('0A0B0C0D-0000-4000-8000-000000000003');
      expect(words).toContain('S'.repeat(40));
      expect(words).toContain('US$ 11.30');
      expect(words).toContain('20/11/2026 12:00:00');
      expect(words).toContain('facturas@ejemplo.com');
      expect(words).not.toMatch(/PRUEBAS|pendiente/);
    }
  });

  it('marks what waits for its seal as its paper does, and promises no second message', () => {
    const { subject, text } = wordingOf(WAITING);
    expect(subject).toMatch(/ \(EN TRANSMISIÓN: pendiente de sello\)$/);
    expect(text).toContain('EN TRANSMISIÓN: pendiente de sello. El Ministerio');
    expect(text).toContain('mostrará el sello cuando lo haya');
    expect(text).not.toMatch(/Sello de recepción|segundo correo/);
    const json = WAITING.json.replace('"tipoOperacion":1', '"tipoOperacion":2');
    expect(wordingOf({ ...WAITING, json }).subject).toMatch(
      / \(EMITIDO EN CONTINGENCIA: pendiente de sello\)$/,
    );
  });

  it('says the amount that the paper of a note of fe-nc-v3 says, whatever is credited', () => {
    const json = goldenSignedFile('05-nota-credito-v1/02-full-note-with-retention');
    const summary = { ...MAIL.record.summary, amountTotal: '2235.92' };
    const { text, html } = wordingOf({ ...MAIL, json, record: { ...MAIL.record, tipoDte: '05', summary } });
    expect(text).toContain('Monto total de la operación: US$ 2,235.92');
    expect(text).toContain('le envía su nota de crédito.');
    expect(html).toContain('<th align="left">Monto total de la operación</th><td>US$ 2,235.92</td>');
  });

  it('speaks of one export invoice, with the date and the total as on paper', () => {
    const json = goldenSignedFile('11-exportacion-v2/01-coffee-fob');
    const { subject, text } = wordingOf({ ...MAIL, json, record: { ...MAIL.record, tipoDte: '11' } });
    expect(subject).toMatch(/^Factura de exportación DTE/);
    expect(text).toContain('le envía su factura de exportación.');
    expect(text).toContain('Total general: US$ 82,070.31');
    expect(text).toContain('Fecha y hora: 20/11/2026 10:15:30');
  });

  it('marks the test environment', () => {
    const { subject, text, html } = wordingOf({ ...MAIL, record: { ...MAIL.record, ambiente: '00' } });
    expect(subject).toMatch(/^PRUEBAS: Factura/);
    expect(text).toContain('PRUEBAS: documento sin valor tributario.');
    expect(html).toContain('PRUEBAS: documento sin valor tributario.');
  });

  it('lets no name become markup or another header', () => {
    const name = 'Tienda <script>alert("1")</script> & \'Cía\'';
    const named = { ...exampleCompany(), name, tradeName: 'Tienda\r\nBcc: otro@example.com' };
    const { html, subject, senderName } = wordingOf({ ...MAIL, company: named });
    expect(html).not.toContain('<script>');
    expect(html).toContain('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;Cía&#39;');
    expect([subject, senderName].join('')).not.toMatch(/[\r\n]/);
  });
});

/** The message about the example, rejected with this code and these words. */
function rejectedMail(codigoMsg: string, ...observaciones: readonly string[]) {
  const record = { ...inState(MAIL.record, 'rejected'), codigoMsg, observaciones };
  const json = JSON.stringify({ ...JSON.parse(MAIL.json), receptor: { correo: 'ana@<b>' } });
  const rejection = explainDocument(record, json);
  return { ...MAIL, record, json, rejection, taken: { kind: 'rejected' as const } };
}

const WRONG_ADDRESS = 'Campo #/receptor/correo no cumple el formato requerido';

describe('the message about a rejected document', () => {
  it('says which sale, why, whose datum it is, what to do, and that its reference may be sent again', () => {
    const { subject, text, html, senderName } = wordingOf(rejectedMail('096', WRONG_ADDRESS));
    expect(senderName).toBe('Tienda Ejemplo, S.A. de C.V.');
    expect(subject).toBe('RECHAZADO por Hacienda: Factura DTE-01-M001P001-000000000000001 (referencia ref)');
    expect(text.split('\n\n')).toEqual([
      'El Ministerio de Hacienda rechazó este documento de Tienda Ejemplo, S.A. de C.V.: no tiene validez fiscal. Adjunto va el PDF, marcado RECHAZADO.',
      'Se puede enviar de nuevo con la misma referencia, cuando se haya hecho lo que dice «Qué hacer».',
      [
        'Referencia: ref',
        'Emisor: Tienda Ejemplo, S.A. de C.V.',
        'Documento: Factura',
        'Número de control: DTE-01-M001P001-000000000000001',
        'Código de generación: 0A0B0C0D-0000-4000-8000-000000000003',
        'Fecha y hora: 20/11/2026 12:00:00',
        'Total a pagar: US$ 11.30',
        'A nombre de: Cliente Ficticio',
      ].join('\n'),
      [
        `Hacienda dice: 096: ${WRONG_ADDRESS}`,
        'Por qué: El valor no tiene la forma que exige el esquema.',
        'Dato: correo del cliente, en el documento receptor.correo',
        'Campo en la interfaz: customer.email',
        'Valor: ana@<b>',
        'Qué hacer: Corrija «correo del cliente»: un correo completo, como nombre@empresa.com. Luego repita la misma referencia.',
      ].join('\n'),
      'Sello no avisa al cliente de un rechazo. La consulta del documento (GET /status) tiene los mismos motivos en explanation.',
    ]);
    expect(html).toContain('<th align="left">Valor</th><td>ana@&lt;b&gt;</td>');
  });

  it('advises against the same reference where that would be rejected again', () => {
    const late = rejectedMail('018', '[identificacion.fecEmi] FECHA FUERA DE PLAZO PERMITIDO');
    const { text } = wordingOf(late);
    expect(text).toContain('No se debe enviar de nuevo con la misma referencia');
    expect(text).toContain('emita la venta con otra referencia');
    const { rejection } = rejectedMail('096', WRONG_ADDRESS);
    expect(wordingOf({ ...late, rejection: [...rejection, ...late.rejection] }).text).toContain('No se debe');
  });

  it('numbers its reasons, and sends the reader of very many to the status', () => {
    const many = Array.from({ length: 23 }, (_, at) => `Campo #/cuerpoDocumento/${at}/codigo es requerido`);
    const { text } = wordingOf(rejectedMail('096', ...many));
    expect(text.match(/^\d+\. Hacienda dice/gm)).toHaveLength(20);
    expect(text).toContain('Y además: 3 motivos más, en la consulta del documento.');
  });

  it('marks the test environment', () => {
    const mail = rejectedMail('096', WRONG_ADDRESS);
    const { subject, text } = wordingOf({ ...mail, record: { ...mail.record, ambiente: '00' } });
    expect(subject).toMatch(/^PRUEBAS: RECHAZADO por Hacienda: /);
    expect(text).toContain('PRUEBAS: documento sin valor tributario.');
  });
});
