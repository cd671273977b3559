/** The bytes are not what the name says, or do more than they should. The message is for the log: it repeats nothing of them. */
export class Unsafe extends Error {}
