/** The size of a range request. */
export const pieceBytes = 2 ** 18

const maxTries = 3
const pauseMs = 1_000

export interface FileBytes {
  /** Of the whole file. */
  length: number
  /** The start of the file; all of it, where the server does not support ranges. */
  first: Uint8Array<ArrayBuffer>
  read: (begin: number, end: number) => Promise<Uint8Array<ArrayBuffer>>
}

/** The server refuses the link: another may work. */
class LinkTooOld extends Error {}

/**
 * A file that is fetched in ranges as it is read. A link expires after ten minutes, but somebody may read for an hour:
 * `renew` loads another.
 */
export async function openBytes(url: string, renew?: () => Promise<string>): Promise<FileBytes> {
  let link = url
  let renewing: Promise<void> | undefined
  /** Several ranges fail at once; one renewal is enough. */
  const renewFrom = async (old: string) => {
    if (!renew) throw new LinkTooOld()
    if (link !== old) return
    renewing ??= renew()
      .then((fresh) => {
        link = fresh
      })
      .finally(() => {
        renewing = undefined
      })
    await renewing
  }
  const fetchRange = async (begin: number, end: number): Promise<Response> => {
    for (let tries = 1; ; tries++) {
      const current = link
      try {
        return await once(current, begin, end)
      } catch (error) {
        if (tries >= maxTries) throw error
        if (error instanceof LinkTooOld) await renewFrom(current)
        else await new Promise((done) => setTimeout(done, pauseMs))
      }
    }
  }
  const response = await fetchRange(0, pieceBytes)
  const first = new Uint8Array(await response.arrayBuffer())
  return {
    first,
    length: response.status === 206 ? lengthOf(response) : first.length,
    read: async (begin, end) => new Uint8Array(await (await fetchRange(begin, end)).arrayBuffer()),
  }
}

async function once(url: string, begin: number, end: number): Promise<Response> {
  const response = await fetch(url, { credentials: 'omit', headers: { range: `bytes=${begin}-${end - 1}` } })
  if (response.ok) return response
  if ([401, 403, 404, 410].includes(response.status)) throw new LinkTooOld()
  throw new Error(`answered ${response.status}`)
}

/** `bytes 0-262143/28380902` */
function lengthOf({ headers }: Response): number {
  const length = Number(headers.get('content-range')?.split('/')[1])
  if (!Number.isInteger(length)) throw new Error('nobody said how long it is')
  return length
}
