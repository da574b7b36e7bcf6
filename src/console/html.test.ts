import { describe, expect, it } from 'vitest';
import { html } from './html.ts';

describe('a template', () => {
  it('escapes whatever is no markup', () => {
    const hostile = `<script>"alert('1')"</script>&=`;
    expect(String(html`<p title="${hostile}">${hostile}</p>`)).toBe(
      '<p title="&#60;script&#62;&#34;alert(&#39;1&#39;)&#34;&#60;/script&#62;&#38;&#61;">' +
        '&#60;script&#62;&#34;alert(&#39;1&#39;)&#34;&#60;/script&#62;&#38;&#61;</p>',
    );
  });

  it('escapes behind an exclamation mark, too', () => {
    expect(String(html`¡Hola!${'<b>'}`)).toBe('¡Hola!&#60;b&#62;');
  });

  it('takes markup as it is, lists one by one, and nothing for nothing', () => {
    const items = ['a', '<b>'].map((item) => html`<li>${item}</li>`);
    expect(String(html`<ul>${items}</ul>${null}${undefined}${false}${0}`)).toBe(
      '<ul><li>a</li><li>&#60;b&#62;</li></ul>0',
    );
  });

  it('keeps what a backslash in the template means', () => {
    expect(String(html`a\nb`)).toBe('a\nb');
  });
});
