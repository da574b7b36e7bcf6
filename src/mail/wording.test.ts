import { describe, expect, it } from 'vitest';
import { exampleMail } from '../../test/mail/example-mail.ts';
import { exampleCompany } from '../../test/support/example-company.ts';
import { wordingOf } from './wording.ts';

const ACCOUNT = { host: 'h', port: 25, secure: false, login: null, from: 'dte@ejemplo.com' };
const MAIL = exampleMail(ACCOUNT);
const WAITING = {
  ...MAIL,
  record: { ...MAIL.record, selloRecibido: null },
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
      expect(words).toContain('2026-11-20 12:00:00');
      expect(words).toContain('facturas@ejemplo.com');
      expect(words).not.toMatch(/PRUEBAS|pendiente/);
    }
  });

  it('marks what waits for its seal and announces the second message', () => {
    const { subject, text } = wordingOf(WAITING);
    expect(subject).toMatch(/\(en contingencia, pendiente de sello\)$/);
    expect(text).toContain('segundo correo');
    expect(text).not.toContain('Sello de recepción');
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
