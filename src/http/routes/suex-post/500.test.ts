import { suexBody } from '../../../../test/support/request-bodies.ts';
import { describeSigningFailures } from '../../../../test/support/signing-failures.ts';

describeSigningFailures({ path: '/suex', body: () => suexBody() });
