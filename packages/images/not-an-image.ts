/** The bytes are no supported image, or exceed the pixel limit. */
export class NotAnImage extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'NotAnImage'
  }
}
