/** MICs of the main exchanges, one or two of each large market, by the start of their days; for the market clock. */
export const MAIN_EXCHANGES = ['XASX', 'XTKS', 'XTAI', 'XSES', 'XSHG', 'XHKG', 'XETR', 'XLON', 'XNYS', 'XNAS'] as const;

/** The category of flashes about opens and closes. */
export const MARKET_CATEGORY = 'market';
