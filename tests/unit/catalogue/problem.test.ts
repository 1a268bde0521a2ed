// Misspelled on purpose: cspell:ignore Ledgr
import { describe, expect, it } from 'vitest';
import { nearest, suggestion } from '../../../src/catalogue/problem.ts';

describe('the nearest name', () => {
  it('is the one with the fewest changes, whatever its capitals', () => {
    expect(nearest('leger', ['Steps', 'Ledger', 'Note'])).toBe('Ledger');
    expect(nearest('x', [])).toBeUndefined();
  });

  it('is offered only where it is near; else all there are', () => {
    expect(suggestion('Ledgr', ['Ledger', 'Note'])).toBe("did you mean 'Ledger'?");
    expect(suggestion('Paragraph', ['Fact', 'Note'])).toBe("there are 'Fact', 'Note'");
    expect(suggestion('Paragraph', [])).toBe('there are none');
    const many = ['limitOrder', ...Array.from({ length: 20 }, (_, at) => `unlikeAnyOfThem${at}`), 'order'];
    expect(suggestion('orders of a limit', many)).toMatch(/^did you mean one of '(\w+)', ('\w+', ){3}'\w+'\?$/);
    expect(suggestion('an order', many)).toContain("'order'");
  });
});
