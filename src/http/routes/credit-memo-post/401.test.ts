import { noteBody } from '../../../../test/support/request-bodies.ts';
import { describeStrangers } from '../../../../test/support/route-suites.ts';

describeStrangers({ method: 'POST', path: '/credit-memo', body: () => noteBody('no-existe') });
