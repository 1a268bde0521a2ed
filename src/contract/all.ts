/**
 * Shapes that go over the wire: what the browser and the server both import. The client's types, the server's answers
 * and the OpenAPI document are made from it. What runs in a browser imports the part it needs, so that no page loads the
 * shapes of another.
 */
import { ipCall, locationCall } from './common.ts';
import { cityListCall, countryListCall, dictionaryCall } from './places.ts';

export * from './common.ts';
export * from './desk.ts';
export * from './news.ts';
export * from './places.ts';

/** All of them, for the server, its OpenAPI document and the tests. */
export const CALLS = {
  ip: ipCall,
  countryList: countryListCall,
  location: locationCall,
  cityList: cityListCall,
  dictionary: dictionaryCall,
} as const;

export type CallName = keyof typeof CALLS;
