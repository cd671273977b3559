/** Why there is no code to sign in with, in words for the visitor. */
export class NoAuthCodeError extends Error {}
