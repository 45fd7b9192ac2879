/** A reason why the shop can't start, as a sentence that says what to do. Printed without its stack trace. */
export class StartError extends Error {}
