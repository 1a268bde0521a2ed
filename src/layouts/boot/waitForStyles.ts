/**
 * A script that does nothing. Firefox draws what follows a link to styles before they are there, but runs no script before
 * that, and reads nothing after it.
 */
export const WAIT_FOR_STYLES = ';';
