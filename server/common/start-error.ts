/** Why the shop can't start, in a sentence that says what to do. Where it stands in the program helps nobody. */
export class StartError extends Error {}
