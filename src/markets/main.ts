/** MICs of the main exchanges, as their days begin: the market clock tells of these, and flash names their hours. */
export const MAIN_EXCHANGES = ['XTKS', 'XTAI', 'XSHG', 'XHKG', 'XETR', 'XLON', 'XNYS', 'XNAS'] as const;
