/** The tokens of src/styles as sRGB, for files that CSS does not reach. */
export const PAPER = '#fcf9f5';
export const INK = '#131822';
export const MUTED = '#4f5661';
export const HAIRLINE = '#dad7d0';
export const ACCENT = '#1541b6';
export const ACCENT_DARK = '#81a9fd';
