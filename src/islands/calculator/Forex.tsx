import { FOREX } from '../../markets/calculators/forex.ts';
import Calculator, { type Props } from './Calculator.tsx';

export default function Forex(props: Props) {
  return <Calculator definition={FOREX} {...props} />;
}
