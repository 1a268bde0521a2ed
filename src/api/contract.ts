/**
 * Shapes that go over the wire: what the browser and the server both import. The client's types, the server's answers
 * and the OpenAPI document are made from it. What runs in a browser imports the part it needs, so that no page loads the
 * shapes of another.
 */
import { ipCall, locationCall } from './commonContract.ts';
import { cityListCall, countryListCall, dictionaryCall } from './placesContract.ts';

export * from './commonContract.ts';
export * from './deskContract.ts';
export * from './newsContract.ts';
export * from './placesContract.ts';

/** All of them, for the server, its OpenAPI document and the tests. */
export const CALLS = {
  ip: ipCall,
  countryList: countryListCall,
  location: locationCall,
  cityList: cityListCall,
  dictionary: dictionaryCall,
} as const;

export type CallName = keyof typeof CALLS;
