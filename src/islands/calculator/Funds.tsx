import { FUNDS } from '../../markets/calculators/funds.ts';
import Calculator, { type Props } from './Calculator.tsx';

export default function Funds(props: Props) {
  return <Calculator definition={FUNDS} {...props} />;
}
