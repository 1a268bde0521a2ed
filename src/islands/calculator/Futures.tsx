import { FUTURES } from '../../markets/calculators/futures.ts';
import { type Months, seriesOfMonths } from '../../markets/calculators/months.ts';
import Calculator, { type Props } from './Calculator.tsx';

export default function Futures({ months, ...props }: Props & { months: Months }) {
  return <Calculator definition={FUTURES} {...props} context={{ ...props.context, series: seriesOfMonths(months) }} />;
}
