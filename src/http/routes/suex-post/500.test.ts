import { suexBody } from '../../../../test/support/request-bodies.ts';
import { describeSigningFailures } from '../../../../test/support/signing-failures.ts';

const body = () => suexBody();

describeSigningFailures({ path: '/suex', body });
