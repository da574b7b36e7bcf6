import { identifierKind } from './text.ts';

/**
 * The operator's short name of a company, used on the command line and in file names: 1 to 63 characters a-z, 0-9 and
 * hyphen, with a letter or digit at both ends, so that it is safe in a shell, a path and a host name.
 */
export type CompanySlug = string & { readonly __brand: 'CompanySlug' };

const SHAPE = /^(?=.{1,63}$)[a-z0-9]+(?:-+[a-z0-9]+)*$/;

export const {
  is: isCompanySlug,
  parse: parseCompanySlug,
  whyNot: whyNotCompanySlug,
} = identifierKind<CompanySlug>((text) =>
  SHAPE.test(text)
    ? null
    : 'debe tener de 1 a 63 caracteres: letras minúsculas, dígitos y guiones, sin guion al inicio ni al final.',
);
