/** Every key the site keeps on the visitor's device, and its limits. /legal/privacy lists the keys. */

/** localStorage: 'light' or 'dark' */
export const THEME_KEY = 'themeType';
/** localStorage: 'green' or 'red', the color of rising prices, if the visitor chose one */
export const RISING_KEY = 'risingColor';
/** localStorage: the time zone that the visitor chose, e.g. 'Asia/Tokyo' */
export const TIME_ZONE_KEY = 'timeZone';
/** localStorage: the country of residence that the visitor chose, e.g. 'JP' */
export const RESIDENCE_KEY = 'residence';
/** localStorage: the locale the visitor chose, e.g. 'ja' */
export const LOCALE_KEY = 'locale';
/**
 * localStorage, or sessionStorage if the visitor chooses: answers of the account form without the password, and the code
 * of the personal link by which the visitor came, JSON
 */
export const ACCOUNT_FORM_KEY = 'accountForm';
/** localStorage: the id of the support article last requested */
export const SUPPORT_ARTICLE_KEY = 'supportArticleId';
/** localStorage: the question to Support that is being written, JSON */
export const QUESTION_KEY = 'supportQuestion';
/** localStorage: the advertising request that is being written, JSON */
export const ENQUIRY_KEY = 'advertisingRequest';
/** localStorage: reference and secret of the questions that were sent from this device, JSON */
export const QUESTIONS_KEY = 'supportQuestions';
/** localStorage: address and title of the pages that the visitor left last, JSON */
export const RECENT_KEY = 'recentPages';
/** localStorage: how the visitor reads flashes (important ones only, words wanted and unwanted, time zone), JSON */
export const FLASH_CHOICE_KEY = 'flashChoice';
/** sessionStorage: the list of news as it was left, for when the visitor comes back, JSON */
export const NEWS_LIST_KEY = 'newsList';
/** sessionStorage: replies that are being written, by what they answer, JSON */
export const REPLIES_KEY = 'replies';
/** sessionStorage: city and country of this visit, or that the last look-up failed, JSON */
export const LOCATION_KEY = 'location';
/** sessionStorage: meta index of the page shown last */
export const ROUTE_INDEX_KEY = 'routeIndex';
/** sessionStorage: the messages of this visit, JSON */
export const MESSAGES_KEY = 'messages';
/**
 * sessionStorage: the end of the token whose log-in dialog was declined, so that no page opens it again by itself; or
 * that the page is loaded again to lead to the log-in
 */
export const RELOGIN_KEY = 'reloginDeclined';
/**
 * sessionStorage: nickname and picture of the user, with the end of their token, JSON. A tab also writes it to
 * localStorage for a moment, so that other tabs hear of a change.
 */
export const USER_KEY = 'user';
/** sessionStorage: what proves that this tab began a social log-in, and where the visitor goes after it, JSON */
export const SOCIAL_KEY = 'socialLogIn';
/** sessionStorage: the company whose pages are shown, and an invitation that waits for the log-in, JSON */
export const COMPANY_KEY = 'company';
/** localStorage: posts that the user is writing and has not saved, JSON. Goes when they log out */
export const POST_DRAFTS_KEY = 'postDrafts';
/** localStorage: the secret of a user's own device */
export const DEVICE_KEY = 'deviceSecret';
/** cookie: JSON with at least `token` */
export const USER_INFO_COOKIE = 'userInfo';

/** The filters of the list of news, as the query of its address names them. */
export const NEWS_FILTERS = ['category', 'source', 'language', 'q'] as const;

/** How long an island may load before the visitor is told, in milliseconds. */
export const CHUNK_TIMEOUT_MS = 120_000;
/** The event that starts an island before the visitor touches the page (layouts/boot/when.ts). */
export const WAKE_EVENT = 'wake';
/** How far the page is scrolled, in CSS pixels, before the bar changes its style and before 'back to top' appears. */
export const BAR_SCROLL_PX = 20;
export const TOP_SCROLL_PX = 10;
/** How long unsent answers of a form stay on the device after the last change, in milliseconds: 30 days. */
export const FORM_KEPT_MS = 30 * 24 * 60 * 60 * 1000;
/** How long an error toast stays, in milliseconds. */
export const TOAST_MS = 5_000;
/** Most flashes that the page keeps; it drops older ones. */
export const MOST_FLASHES = 500;
/** Items that a list requests at once. */
export const PAGE_ITEMS = 30;
/** Pages that the list of news loads by scrolling before it waits for the button, so that the footer can be reached. */
export const PAGES_BY_SCROLLING = 3;
