import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Manifest, Route } from '#packages/contract'
import type { Actor, Ctx, DistrictId, NumberLookups, Ret, RefusalTrace } from '#packages/core'
import type { Cells, Db } from '#packages/db'
import type { EphemeralStore } from '#packages/cache'
import type { JobDefinition, Subscription } from '#packages/jobs'
import type { AnyExportSource, ImportTarget } from '#packages/sheet'

/** A bearer token, taken apart: the first part only says where to look, the second must be found there. */
export interface Credential {
  districtId: DistrictId
  hash: Buffer
}

/** One write that happened, as it is told to the operation log. */
export interface Operation {
  route: Route
  /** The ids that the request named. */
  objectIds: readonly string[]
}

/** A request that may look people up by number. */
export interface LookupRequest {
  route: Route
  now: Date
  requestId: string
  log: FastifyBaseLogger
}

/** What somebody tried, as it is told to the log of such things. */
export interface RefusedRequest {
  actor: Actor
  ret: Ret
  trace: RefusalTrace | undefined
  address: string
  route: Route
  requestId: string
  now: Date
}

/** What the composition hands to the server. */
export interface Portal {
  cells: Cells
  ephemeralStore: EphemeralStore
  /**
   * Finds out who is calling, or refuses; `db` is open in the district that the credential names. What was found a
   * moment ago will do, unless it has to be fresh: what opens another session must not be done with one that ended.
   */
  identify(
    db: Db,
    credential: Credential,
    now: Date,
    isFresh?: boolean,
    /** A window does it by itself: that keeps no session from timing out. */
    isUnattended?: boolean,
  ): Promise<Actor>
  /** Of these hashes of tokens those, in hex, whose session goes on. LookupRequest is no use of them. */
  listLiveTokenHashes(db: Db, hashes: readonly Buffer[], now: Date): Promise<ReadonlySet<string>>
  /** Sessions of these people may have ended: what is remembered of them counts no longer. */
  forgetCallers(personIds: readonly string[]): void
  /** The district that a name belongs to, its own or one of its organisations'. */
  findDistrictByHost(host: string): Promise<DistrictId | undefined>
  recordOperation(ctx: Ctx, operation: Operation): Promise<void>
  /** Somebody who is signed in was refused something that they should not have tried. */
  recordRefused(refused: RefusedRequest): void
  /** The rate limit of a request's lookups by number; `mount` settles it when the transaction is over. */
  limitLookups(request: LookupRequest): NumberLookups
}

/** What a handler that opens its own transactions is given. */
export interface RequestCtx {
  readonly actor: Actor | undefined
  readonly cells: Cells
  readonly now: Date
  readonly requestId: string
  /** From where it was asked. */
  readonly address?: string | undefined
  readonly log: FastifyBaseLogger
  /** What is held for a short while. */
  readonly ephemeralStore: EphemeralStore
  readonly client: Client
  readonly lookups?: NumberLookups
}

/** The other end of the line, as far as it can be known. */
export interface Client {
  readonly address: string
  readonly agent: string
  readonly host: string
  /** How it reached us: for addresses that we hand out. */
  readonly origin: string
  /** Whose name it called us by, for limits that count by it: a district's, or the installation's own. */
  readonly siteOwner: string
  /** What it read from a picture, and which one. */
  readonly captcha: { key: string; answer: string } | undefined
  /**
   * The hash of a random number that only this browser has, in a cookie that scripts cannot read; it is made when it is
   * first asked for. It opens nothing by itself: things are bound to it.
   */
  browserHash(): Buffer
}

/** The server half of a module, as its front door exports it. */
export interface ServerModule {
  manifest: Manifest
  routes?: (app: FastifyInstance) => void
  jobs?: readonly JobDefinition[]
  subscriptions?: readonly Subscription[]
  /** What can be imported from a spreadsheet. */
  imports?: readonly ImportTarget[]
  /** What can be taken along as one. */
  exports?: readonly AnyExportSource[]
  /** Told once at start-up who else lives in the house, and what the installation says. */
  start?: (context: ModuleStartContext) => void
}

export interface ModuleStartContext {
  manifests: readonly Manifest[]
  imports: readonly ImportTarget[]
  exports: readonly AnyExportSource[]
  env: Env
}
export type Env = Readonly<Record<string, string | undefined>>
export const defineServerModule = (module: ServerModule): ServerModule => module

declare module 'fastify' {
  interface FastifyInstance {
    portal: Portal
    /** Every route that was mounted, in order. */
    mounted: Route[]
  }
  interface FastifyContextConfig {
    route?: Route
  }
  interface FastifyRequest {
    startedAt: number
    actor: Actor | undefined
  }
  interface FastifyReply {
    ret: number | undefined
  }
}
