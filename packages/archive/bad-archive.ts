/** broken: not what it should be; too-large: it unpacks to more than we hold; encrypted: needs a password, or another program. */
export type BadArchiveReason = 'broken' | 'too-large' | 'encrypted'

/** The fault of whoever made the file. The message is for the log: it repeats nothing of the file. */
export class BadArchive extends Error {
  readonly reason: BadArchiveReason
  constructor(reason: BadArchiveReason, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'BadArchive'
    this.reason = reason
  }
}
