import { describeIdentifier } from '../../../test/support/identifier-cases.ts';
import { isNrc, parseNrc, whyNotNrc } from './nrc.ts';

describeIdentifier({ name: 'nrc', parse: parseNrc, is: isNrc, whyNot: whyNotNrc });
