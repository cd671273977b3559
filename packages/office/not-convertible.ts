/** unreadable: no result; too-large: refused before it was opened; too-long: it was stopped. */
export type ConversionFailure = 'unreadable' | 'too-large' | 'too-long'

/** An error of the document: a retry would fail too, unless the machine was busy. All other errors are internal. */
export class NotConvertible extends Error {
  readonly reason: ConversionFailure
  constructor(reason: ConversionFailure, message: string) {
    super(message)
    this.name = 'NotConvertible'
    this.reason = reason
  }
}
