import { BONDS } from '../../markets/calculators/bonds.ts';
import Calculator, { type Props } from './Calculator.tsx';

export default function Bonds(props: Props) {
  return <Calculator definition={BONDS} {...props} />;
}
