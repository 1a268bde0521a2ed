/** Words that are also names of what every object inherits: 'constructor', 'toString', '__proto__' … */
export const INHERITED_NAMES = Object.getOwnPropertyNames(Object.prototype);
