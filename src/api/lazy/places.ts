/** What a form loads to read the lists that it offers. */
export { cityListCall, countryListCall, dictionaryCall } from '../../contract/places.ts';
export { request } from './client.ts';
