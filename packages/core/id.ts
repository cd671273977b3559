/** The all-zero GUID stands for "none" on the wire. */
export const emptyId = '00000000-0000-0000-0000-000000000000'

let lastMillisecond = 0
let counter = 0
const pool = new Uint8Array(16 * 64)
let used = pool.length

/** Random bytes are read in large blocks, because small reads are slow. */
function sixteenBytes(): Uint8Array<ArrayBuffer> {
  if (used === pool.length) {
    crypto.getRandomValues(pool)
    used = 0
  }
  used += 16
  return pool.slice(used - 16, used)
}

/** A UUIDv7: sorted by creation time, and by creation order within one process. */
export function newId(): string {
  const bytes = sixteenBytes()
  const now = Date.now()
  if (now > lastMillisecond) {
    lastMillisecond = now
    counter = ((bytes[6]! & 0x07) << 8) | bytes[7]! // 11 random bits leave room for 2,048 more ids in this millisecond.
  } else if (++counter > 0xfff) {
    lastMillisecond++ // Uses the next millisecond rather than a repeated id.
    counter = 0
  }
  new DataView(bytes.buffer).setUint16(0, Math.floor(lastMillisecond / 2 ** 32))
  new DataView(bytes.buffer).setUint32(2, lastMillisecond >>> 0)
  bytes[6] = 0x70 | (counter >> 8)
  bytes[7] = counter & 0xff
  bytes[8] = 0x80 | (bytes[8]! & 0x3f)
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
