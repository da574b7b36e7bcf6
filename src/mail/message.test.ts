import { describe, expect, it } from 'vitest';
import { type Message, worded } from './message.ts';

const MESSAGE: Message = {
  senderName: 'Tienda\r\nBcc: otro@example.com',
  subject: 'Uno\u2028dos',
  opening: 'Empieza.',
  notes: ['Nota <b>1</b>.'],
  tables: [
    [
      ['A', '1'],
      ['B', 'dos\nC: tres'],
    ],
    [['D', '<4>']],
  ],
  closing: 'Termina.',
};

describe('worded', () => {
  it('says the same as text and as HTML, in order', () => {
    const { text, html } = worded(MESSAGE);
    expect(text).toBe('Empieza.\n\nNota <b>1</b>.\n\nA: 1\nB: dos C: tres\n\nD: <4>\n\nTermina.');
    expect(html.split('\n').slice(1, -1)).toEqual([
      '<p>Empieza.</p>',
      '<p><strong>Nota &lt;b&gt;1&lt;/b&gt;.</strong></p>',
      '<table cellpadding="4"><tr><th align="left">A</th><td>1</td></tr><tr><th align="left">B</th><td>dos C: tres</td></tr></table>',
      '<table cellpadding="4"><tr><th align="left">D</th><td>&lt;4&gt;</td></tr></table>',
      '<p>Termina.</p>',
    ]);
  });

  it('lets no text begin another header', () => {
    const { senderName, subject } = worded(MESSAGE);
    expect([senderName, subject]).toEqual(['Tienda Bcc: otro@example.com', 'Uno dos']);
  });
});
