import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { EventDefinition, Manifest, Route } from '#packages/contract'
import type {
  Actor,
  App,
  Ctx,
  DeclaredContributions,
  DistrictId,
  NumberLookups,
  OutsideActor,
  Ret,
  RefusalTrace,
} from '#packages/core'
import type { Cells, Db } from '#packages/db'
import type { EphemeralStore } from '#packages/cache'
import type { JobDefinition, Subscription } from '#packages/jobs'

/** A parsed bearer token: the first part selects the district, the hash of the whole must be found there. */
export interface Credential {
  districtId: DistrictId
  hash: Buffer
}

/** A successful write, for the operation log. */
export interface LoggedOperation {
  route: Route
  /** The ids in the request. */
  objectIds: readonly string[]
}

/** A request that may look people up by number. */
export interface LookupRequest {
  route: Route
  now: Date
  requestId: string
  log: FastifyBaseLogger
}

/** A refused attempt, for the security log. */
export interface RefusedRequest {
  actor: Actor
  ret: Ret
  trace: RefusalTrace | undefined
  address: string
  route: Route
  requestId: string
  now: Date
}

/** What the entry provides to the server. */
export interface Portal {
  /** What the modules declare for each other. */
  app: App
  cells: Cells
  ephemeralStore: EphemeralStore
  /**
   * Identifies the caller, or refuses; `db` is open in the district of the credential. A cached result is enough unless
   * `isFresh`, because an ended session must not open another one.
   */
  identify(
    db: Db,
    credential: Credential,
    now: Date,
    isFresh?: boolean,
    /** A window's automatic request, which does not keep a session from timing out. */
    isUnattended?: boolean,
  ): Promise<Actor>
  /** The caller, if a recent request already identified it: needs no transaction. */
  recallCaller?(credential: Credential, now: Date, isUnattended: boolean): Actor | undefined
  /** Identifies a caller outside districts by the hash of the token, or refuses. */
  identifyOutside(hash: Buffer, now: Date, isUnattended: boolean): Promise<OutsideActor>
  /** Of these token hashes those, in hex, with a valid session. Does not count as use. */
  listLiveTokenHashes(db: Db, hashes: readonly Buffer[], now: Date): Promise<ReadonlySet<string>>
  /** Drops cached callers whose sessions may have ended. */
  forgetCallers(personIds: readonly string[]): void
  /** The district of a host name, its own or one of its organisations'. */
  findDistrictByHost(host: string): Promise<DistrictId | undefined>
  recordOperation(ctx: Ctx, operation: LoggedOperation): Promise<void>
  /** Records that a signed-in caller was refused something unusual. */
  recordRefused(refused: RefusedRequest): void
  /** The rate limit of a request's lookups by number; `mount` settles it after the transaction. */
  limitLookups(request: LookupRequest): NumberLookups
}

/** The context of a handler with its own transactions. */
export interface RequestCtx {
  readonly app: App
  readonly actor: Actor | undefined
  readonly cells: Cells
  readonly now: Date
  readonly requestId: string
  /** The network address of the request. */
  readonly address?: string | undefined
  readonly log: FastifyBaseLogger
  /** Short-lived values in Redis. */
  readonly ephemeralStore: EphemeralStore
  readonly client: Client
  readonly lookups?: NumberLookups
}

/** The calling client, as far as known. */
export interface Client {
  readonly address: string
  readonly agent: string
  readonly host: string
  /** The origin of the request, for URLs that we hand out. */
  readonly origin: string
  /** The owner of the host name, for rate limits: a district, or the installation itself. */
  readonly siteOwner: string
  /** The key and the answer of a captcha. */
  readonly captcha: { key: string; answer: string } | undefined
  /**
   * The hash of a random number in a cookie that scripts cannot read; created on first use. It gives no access by
   * itself: tickets are bound to it.
   */
  browserHash(): Buffer
  /** The token of the request, as its district and hash; refuses without one. */
  credential(): Credential
  /** A header of the answer, also of a refusal. */
  setHeader(name: string, value: string): void
}

/** The server part of a module: the default export of its `server/module.ts`. */
export interface ServerModule extends DeclaredContributions {
  manifest: Manifest
  routes?: (app: FastifyInstance) => void
  jobs?: readonly JobDefinition[]
  /** The events that the module publishes; its contract defines them. */
  events?: readonly EventDefinition[]
  subscriptions?: readonly Subscription[]
  /** Contributions that depend on the settings of the installation. */
  fromSettings?: (env: Env) => DeclaredContributions
}

export type Env = Readonly<Record<string, string | undefined>>
export const defineServerModule = (module: ServerModule): ServerModule => module

declare module 'fastify' {
  interface FastifyInstance {
    portal: Portal
    /** Every mounted route, in order. */
    mounted: Route[]
    /** The handlers of the mounted routes by path, with their encoders: see `runRead`. */
    reads: Map<string, (ctx: Ctx | RequestCtx, query: unknown) => Promise<unknown>>
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
