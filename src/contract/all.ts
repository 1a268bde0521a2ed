/**
 * Shapes that go over the wire, imported by both the browser and the server. The client's types, the server's responses
 * and the OpenAPI document are derived from them. Browser code imports only the part it needs, so that no page loads
 * the shapes of another.
 */
import { ipCall, locationCall } from './common.ts';
import { cityListCall, countryListCall, dictionaryCall } from './places.ts';

export * from './common.ts';
export * from './flashPublishing.ts';
export * from './market.ts';
export * from './news.ts';
export * from './places.ts';

/** All calls, for the server, its OpenAPI document and the tests. */
export const CALLS = {
  ip: ipCall,
  countryList: countryListCall,
  location: locationCall,
  cityList: cityListCall,
  dictionary: dictionaryCall,
} as const;

export type CallName = keyof typeof CALLS;
