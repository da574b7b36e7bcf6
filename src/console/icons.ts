import { html, type Markup } from './html.ts';

/** Drawings in a square of 24, as lines; the words beside them say what they mean. */
const LINES = {
  today: 'M4 13h4v7H4zM10 9h4v11h-4zM16 4h4v16h-4z',
  documents: 'M7 3h8l4 4v14H7zM15 3v4h4M10 12h6M10 16h6',
  attention: 'M12 4 2.8 20h18.4zM12 10v5M12 17.6v.1',
  months: 'M5 6h14v14H5zM5 10h14M9 3v4M15 3v4',
  issue: 'M12 5v14M5 12h14',
  company: 'M4 21V8l8-5 8 5v13M9 21v-6h6v6M4 21h16',
  keys: 'M14.5 9.5a4 4 0 1 1-4-4 4 4 0 0 1 4 4zM13.5 12.5 20 19M17 16l-2 2',
  users:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20a6.5 6.5 0 0 1 13 0M16 4.5a3.5 3.5 0 0 1 0 6.5M18 14.5a6.5 6.5 0 0 1 3.5 5.5',
  operator: 'M4 6h16M4 12h16M4 18h16M8 4v4M16 10v4M10 16v4',
  account: 'M12 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 21a7.5 7.5 0 0 1 15 0',
  more: 'M4 7h16M4 12h16M4 17h16',
} as const;

export type Icon = keyof typeof LINES;

export function iconOf(icon: Icon): Markup {
  return html`<svg class="icon" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true"><path d="${LINES[icon]}"/></svg>`;
}
