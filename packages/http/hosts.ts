import { LruMap } from './lru-map.ts'

/** What a request calls us, once it is sure that it is one of our names. */
export interface Site {
  host: string
  /** For addresses that we hand out. */
  origin: string
  isSecure: boolean
  /** Whose name it is, for limits that count by it: a district's, or the installation's own. */
  owner: string
}

export interface SiteOptions {
  /** Where people reach the portal. */
  publicUrl?: string | undefined
  /** Further names of the installation. */
  otherHosts?: readonly string[] | undefined
}

type FindDistrictByHost = (host: string) => Promise<number | undefined>

const form = /^(\[[\d:a-f.]{2,45}\]|[\w.-]{1,253})(?::(\d{1,5}))?$/i
const isLoopback = (host: string) => /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(host)
const knownMs = 60_000
/** Somebody who makes names up costs a question each; who was just given one waits no longer than this. */
const unknownMs = 5_000
const rememberedAtMost = 20_000

interface KnownHost {
  owner: string | undefined
  until: number
}

/**
 * The names that we answer to: the public address, further ones that the operator named, and those of districts and
 * organisations. Loopback counts where the public address itself is there, which is so in development and in tests.
 */
export class Sites {
  readonly #public: URL
  readonly #own: ReadonlySet<string>
  readonly #districtAt: FindDistrictByHost
  readonly #found = new LruMap<KnownHost>(rememberedAtMost)

  constructor(
    { publicUrl = 'http://127.0.0.1', otherHosts = [] }: SiteOptions,
    findDistrictByHost: FindDistrictByHost,
  ) {
    this.#public = new URL(publicUrl)
    this.#own = new Set([this.#public.hostname, ...otherHosts.map((host) => host.toLowerCase())])
    this.#districtAt = findDistrictByHost
  }

  /** A name of ours, nothing for another's, and null for what is no name at all. */
  async find(header: string, protocol: string): Promise<Site | undefined | null> {
    const [, name, port = ''] = form.exec(header) ?? []
    if (name === undefined || !URL.canParse(`http://${header}`)) return null
    const host = name.toLowerCase()
    const owner = await this.#ownerOf(host, port)
    if (owner === undefined) return undefined
    const isSecure = protocol === 'https' || (this.#public.protocol === 'https:' && !isLoopback(host))
    return { host, origin: new URL(`${isSecure ? 'https' : 'http'}://${header.toLowerCase()}`).origin, isSecure, owner }
  }

  async #ownerOf(host: string, port: string): Promise<string | undefined> {
    if (isLoopback(host)) return isLoopback(this.#public.hostname) ? 'installation' : undefined
    const isExpectedPort = port === '' || port === '80' || port === '443' || port === this.#public.port
    if (!isExpectedPort) return undefined
    if (this.#own.has(host)) return 'installation'
    const now = Date.now()
    const known = this.#found.get(host)
    if (known && known.until > now) return known.owner
    const owner = await this.#districtAt(host).then(
      (district) => (district === undefined ? undefined : `district ${district}`),
      (error: unknown) => {
        // The directory is away: whoever was ours a while ago still is.
        if (known?.owner === undefined) throw error
        return known.owner
      },
    )
    this.#found.set(host, { owner, until: now + (owner === undefined ? unknownMs : knownMs) })
    return owner
  }
}
