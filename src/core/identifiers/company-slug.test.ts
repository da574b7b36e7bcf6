import { describeIdentifier } from '../../../test/support/identifier-cases.ts';
import { isCompanySlug, parseCompanySlug, whyNotCompanySlug } from './company-slug.ts';

describeIdentifier({
  name: 'company-slug',
  parse: parseCompanySlug,
  is: isCompanySlug,
  whyNot: whyNotCompanySlug,
});
