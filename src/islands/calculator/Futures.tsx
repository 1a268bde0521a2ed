import months from 'virtual:oil-months';
import { FUTURES } from '../../markets/calculators/futures.ts';
import { seriesOfMonths } from '../../markets/calculators/months.ts';
import Calculator, { type Props } from './Calculator.tsx';

export default function Futures(props: Props) {
  return <Calculator definition={FUTURES} {...props} context={{ ...props.context, series: seriesOfMonths(months) }} />;
}
