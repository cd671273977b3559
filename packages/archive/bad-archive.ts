/** broken: invalid; too-large: it unpacks to more than the limit; encrypted: needs a password or another program. */
export type BadArchiveReason = 'broken' | 'too-large' | 'encrypted'

/** An error of the file. The message is for the log and contains nothing of the file. */
export class BadArchive extends Error {
  readonly reason: BadArchiveReason
  constructor(reason: BadArchiveReason, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'BadArchive'
    this.reason = reason
  }
}
