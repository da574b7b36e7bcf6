import { describeRepeatedSearch } from '../../../../test/support/route-suites.ts';

describeRepeatedSearch('/catalogs/activities');
