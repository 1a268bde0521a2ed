import { ETF } from '../../markets/calculators/etf.ts';
import Calculator, { type Props } from './Calculator.tsx';

export default function Etf(props: Props) {
  return <Calculator definition={ETF} {...props} />;
}
