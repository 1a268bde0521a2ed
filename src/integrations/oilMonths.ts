/** The months of the oil price for the calculator of futures: in its script, which browsers keep, and not in five pages. */
import { oilPrices } from '../catalogue/series.ts';
import { monthsOf } from '../markets/calculators/months.ts';
import { virtualModule } from './virtualModule.ts';

export const oilMonths = () => virtualModule('oil-months', () => monthsOf(oilPrices()));
