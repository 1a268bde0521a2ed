/** The address of the API in examples. A site without an API does not know where one is. */
import { settings } from '../../../settings.ts';

const { API_BASE, SITE_URL } = settings;
export const API_ADDRESS = API_BASE === undefined ? '$API' : API_BASE || SITE_URL;
