/** These bytes are no picture that we read, or more of one than we are willing to unpack. */
export class NotAnImage extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'NotAnImage'
  }
}
