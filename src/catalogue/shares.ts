/** Kinds of income of authors: which figures are the author's share and the fee, where both are stated. */
export const SHARES = [
  { name: 'figure.shares.video', share: 'videoShare', fee: 'videoProcessingFee' },
  { name: 'figure.shares.reports', share: 'reportShare', fee: 'reportFee' },
  { name: 'figure.shares.tips', share: 'tipShare', fee: 'tipFee' },
  { name: 'figure.shares.advertising', share: 'advertisingShare', fee: undefined },
] as const;
