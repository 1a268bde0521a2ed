/** Names of the properties that every object inherits: 'constructor', 'toString', '__proto__' … */
export const INHERITED_NAMES = Object.getOwnPropertyNames(Object.prototype);
