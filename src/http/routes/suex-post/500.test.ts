import { suexBody } from '../../../../test/support/request-bodies.ts';
import { describeFailures } from '../../../../test/support/route-suites.ts';
import { describeSigningFailures } from '../../../../test/support/signing-failures.ts';

const body = () => suexBody();

describeFailures({ method: 'POST', path: '/suex', body });
describeSigningFailures({ path: '/suex', body });
