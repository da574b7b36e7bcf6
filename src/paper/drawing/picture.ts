import { logoSize, type Size } from '../../core/company/logo.ts';

/** How large a logo in base64 is drawn that may be at most so large, in points; null for what is no picture. */
export function logoArea(logo: string | null, most: Size): Size | null {
  const size = logo === null ? null : logoSize(logo);
  if (size === null) return null;
  const scale = Math.min(most.width / size.width, most.height / size.height);
  return { width: size.width * scale, height: size.height * scale };
}
