/** unreadable: nothing came out of it; too-large: refused before it was opened; too-long: it was stopped. */
export type ConversionFailure = 'unreadable' | 'too-large' | 'too-long'

/** It is the document's fault: trying again would end the same way, unless the machine was too busy. Anything else is ours. */
export class NotConvertible extends Error {
  readonly reason: ConversionFailure
  constructor(reason: ConversionFailure, message: string) {
    super(message)
    this.name = 'NotConvertible'
    this.reason = reason
  }
}
