import { z } from 'zod'

/** A file as it came in a form. Its name and its type are what the browser said: nothing to believe. */
export interface Upload {
  name: string
  type: string
  bytes: Uint8Array
}

/** What a raw route answers. */
export interface RawAnswer {
  type: string
  bytes: Uint8Array
  /** How long a browser may keep it; not at all unless said. */
  seconds?: number
}

/** A file in a form. In the browser it is a Blob, on the server bytes that were read; what only looks like one is none. */
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
