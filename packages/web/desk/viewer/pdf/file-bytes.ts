/** So much is fetched at a time. */
export const pieceBytes = 2 ** 18

const atMostTries = 3
const pauseMs = 1_000

export interface FileBytes {
  /** Of the whole file. */
  length: number
  /** How it begins; all of it, where the server knows no pieces. */
  first: Uint8Array<ArrayBuffer>
  read: (begin: number, end: number) => Promise<Uint8Array<ArrayBuffer>>
}

/** The server does not honour the link: another may be. */
class LinkTooOld extends Error {}

/**
 * A file that is fetched piece by piece, as it is read. Somebody who reads for an hour has a link that died after ten
 * minutes: `renew` brings another.
 */
export async function openBytes(url: string, renew?: () => Promise<string>): Promise<FileBytes> {
  let link = url
  let renewing: Promise<void> | undefined
  /** Several pieces find out at once; one question is enough. */
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
  const ask = async (begin: number, end: number): Promise<Response> => {
    for (let tries = 1; ; tries++) {
      const current = link
      try {
        return await once(current, begin, end)
      } catch (error) {
        if (tries >= atMostTries) throw error
        if (error instanceof LinkTooOld) await renewFrom(current)
        else await new Promise((done) => setTimeout(done, pauseMs))
      }
    }
  }
  const response = await ask(0, pieceBytes)
  const first = new Uint8Array(await response.arrayBuffer())
  return {
    first,
    length: response.status === 206 ? lengthOf(response) : first.length,
    read: async (begin, end) => new Uint8Array(await (await ask(begin, end)).arrayBuffer()),
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
