import { z } from 'zod'

/** A file of a form. Its name and type come from the browser and are not trusted. */
export interface Upload {
  name: string
  type: string
  bytes: Uint8Array
}

/** The answer of a raw route. */
export interface RawAnswer {
  type: string
  bytes: Uint8Array
  /** How long a browser may cache it; default: not at all. */
  seconds?: number
}

/** A file in a form: a Blob in the browser, bytes on the server. */
export const upload = ({ maxBytes, tooLarge }: { maxBytes: number; tooLarge: string }) =>
  z
    .custom<Upload | Blob>((value) => sizeOf(value) !== undefined, '请选择文件')
    .refine((value) => sizeOf(value)! <= maxBytes, tooLarge)
    .meta({ type: 'string', format: 'binary' })

function sizeOf(value: unknown): number | undefined {
  if (typeof Blob !== 'undefined' && value instanceof Blob) return value.size
  const { bytes } = (value ?? {}) as Partial<Upload>
  return bytes instanceof Uint8Array ? bytes.length : undefined
}
