/** Why there is no code to sign in with, as a message for the user. */
export class NoAuthCodeError extends Error {}
