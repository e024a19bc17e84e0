/** `node:v8` for the page: a browser has its engine's settings from its user. */
export function setFlagsFromString(_flag: string): void {}
