import { describeIdentifier } from '../../../test/support/identifier-cases.ts';
import { isSelloRecibido, parseSelloRecibido, whyNotSelloRecibido } from './sello-recibido.ts';

describeIdentifier({
  name: 'sello-recibido',
  parse: parseSelloRecibido,
  is: isSelloRecibido,
  whyNot: whyNotSelloRecibido,
});
