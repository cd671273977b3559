import { LruMap } from './lru-map.ts'

/** The host of a request, once it is a known one. */
export interface Site {
  host: string
  /** For URLs that we hand out. */
  origin: string
  isSecure: boolean
  /** The owner of the name, for rate limits: a district, or the installation itself. */
  owner: string
}

export interface SiteOptions {
  /** The public URL of the portal. */
  publicUrl?: string | undefined
  /** Further host names of the installation. */
  otherHosts?: readonly string[] | undefined
}

type FindDistrictByHost = (host: string) => Promise<number | undefined>

const form = /^(\[[\d:a-f.]{2,45}\]|[\w.-]{1,253})(?::(\d{1,5}))?$/i
const isLoopback = (host: string) => /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(host)
const knownMs = 60_000
/** How long an unknown name is cached: invented names cost one query each, and a new name works after this time. */
const unknownMs = 5_000
const rememberedAtMost = 20_000

interface KnownHost {
  owner: string | undefined
  until: number
}

/**
 * The host names that we serve: the public one, further ones of the operator, and those of districts and organisations.
 * Loopback is allowed if the public URL is loopback, as in development and tests.
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

  /** The site of a known name, undefined for an unknown one, and null for an invalid one. */
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
        // While the directory is down, names that were known stay known.
        if (known?.owner === undefined) throw error
        return known.owner
      },
    )
    this.#found.set(host, { owner, until: now + (owner === undefined ? unknownMs : knownMs) })
    return owner
  }
}
