import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Manifest, Route } from '#packages/contract'
import type { Actor, Ctx, DistrictId } from '#packages/core'
import type { Cells, Db } from '#packages/db'
import type { JobDefinition, Subscription } from '#packages/jobs'

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

/** What the composition hands to the server. */
export interface Portal {
  cells: Cells
  /** Finds out who is calling, or refuses; `db` is open in the district that the credential names. */
  identify(db: Db, credential: Credential, now: Date): Promise<Actor>
  recordOperation(ctx: Ctx, operation: Operation): Promise<void>
}

/** What a handler that opens its own transactions is given. */
export interface OwnCtx {
  readonly actor: Actor | undefined
  readonly cells: Cells
  readonly now: Date
  readonly requestId: string
  readonly log: FastifyBaseLogger
  readonly client: { address: string; agent: string; host: string }
}

/** The server half of a module, as its front door exports it. */
export interface ServerModule {
  manifest: Manifest
  routes?: (app: FastifyInstance) => void
  jobs?: readonly JobDefinition[]
  subscriptions?: readonly Subscription[]
  /** Told once at start-up who else lives in the house. */
  start?: (house: { manifests: readonly Manifest[] }) => void
}
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
