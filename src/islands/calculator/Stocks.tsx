import { STOCKS } from '../../markets/calculators/stocks.ts';
import Calculator, { type Props } from './Calculator.tsx';

export default function Stocks(props: Props) {
  return <Calculator definition={STOCKS} {...props} />;
}
