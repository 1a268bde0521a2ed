import { OPTIONS } from '../../markets/calculators/options.ts';
import Calculator, { type Props } from './Calculator.tsx';

export default function Options(props: Props) {
  return <Calculator definition={OPTIONS} {...props} />;
}
