import { FUTURES } from '../../markets/calculators/futures.ts';
import Calculator, { type Props } from './Calculator.tsx';

export default function Futures(props: Props) {
  return <Calculator definition={FUTURES} {...props} />;
}
