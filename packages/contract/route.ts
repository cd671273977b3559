import type { z } from 'zod'
import type { ActorKind, OutsideKind } from '#packages/core/actor.ts'
import type { Manifest } from './manifest.ts'

/**
 * Who may call a route: anybody; every signed-in user; all staff; platform administrators or developers, whose sessions
 * are outside districts; or holders of a permission.
 */
export type Access<Permission extends string = string> = 'public' | 'signed-in' | 'staff' | OutsideKind | Permission

export interface RouteSpec<
  Query extends z.ZodType,
  Body extends z.ZodType,
  Data extends z.ZodType,
  Own extends boolean,
> {
  method: 'GET' | 'POST' | 'DELETE'
  path: `/api/${string}`
  title: string
  access: Access
  /** The kinds of session that a permission's route serves; default: staff. */
  audience?: readonly ActorKind[]
  query?: Query
  body?: Body
  /** Fields of the body that may be in the query instead, where the specification leaves it open. */
  inQueryToo?: Readonly<Record<string, 'text' | 'number'>>
  data: Data
  /** The success message, if the server provides it. */
  done?: string
  /**
   * The handler opens its own short transactions, because it waits for something outside the database. Then the
   * operation log is its own task.
   */
  ownTransactions?: Own
  /** A POST that only reads: neither logged as an operation nor stored for repetition. */
  readOnly?: boolean
  /**
   * A frequent write that concerns only its caller and is harmless to repeat: neither logged nor stored for repetition.
   * Tests list them all.
   */
  quiet?: boolean
  /**
   * Why a write takes no idempotency key, so that a repetition is carried out again. A quiet write and one of a caller
   * without a session have no key.
   */
  withoutKey?: string
  /** The answer has a number, code or link that is shown once: it is not stored, and a repetition does not get it. */
  secretAnswer?: boolean
  /**
   * The answer is about nobody and is the same for all who may call: the browser keeps it and asks with its ETag. All
   * other answers are never stored.
   */
  catalogue?: boolean
  deprecated?: boolean
  /** Answers with bytes and a content type instead of the envelope; the handler returns a `RawAnswer`. */
  raw?: boolean
  /** Answers with lines of JSON, each the `data` of this route, until the caller disconnects. */
  stream?: boolean
  /** The body is a form with files, as `upload` describes them. */
  multipart?: boolean
  /** Maximum size of the file, if two megabytes are not enough. */
  uploadBytes?: number
  /** May also be called while the first password or the ID number is pending. */
  duringFirstSteps?: boolean
  /**
   * Opens, ends or changes sessions: the caller is read again without the cache, and application sessions are refused.
   */
  ownSessionOnly?: boolean
  /** Also for application sessions, which may otherwise call only their own module. */
  forApplications?: boolean
}

export interface Route<
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Data extends z.ZodType = z.ZodType,
  Own extends boolean = boolean,
> extends RouteSpec<Query, Body, Data, Own> {
  module: string
}

// By property and not as `Route<infer Query, …>` or `z.output`: the compiler would make ten more types of every route.
interface AnySchema {
  _zod: { output: unknown }
}
export type QueryOf<R> = R extends { query?: AnySchema } ? NonNullable<R['query']>['_zod']['output'] : never
export type BodyOf<R> = R extends { body?: AnySchema } ? NonNullable<R['body']>['_zod']['output'] : never
export type DataOf<R> = R extends { data: AnySchema } ? R['data']['_zod']['output'] : never

type PermissionsOf<Manifests extends readonly Manifest[]> = {
  [At in keyof Manifests]: keyof Manifests[At]['permissions'] & string
}[number]

/** Creates a module's routes: accepts only permissions that the module, or one it depends on, declares. */
export const routesOf =
  <const Manifests extends readonly [Manifest, ...Manifest[]]>(...manifests: Manifests) =>
  <
    Data extends z.ZodType,
    Query extends z.ZodType = z.ZodUndefined,
    Body extends z.ZodType = z.ZodUndefined,
    const Own extends boolean = false,
  >(
    spec: RouteSpec<Query, Body, Data, Own> & { access: Access<PermissionsOf<Manifests>> },
  ): Route<Query, Body, Data, Own> => ({ ...spec, module: manifests[0].key })

/** The kind of session outside districts that a route serves, if it serves one. `mountOutside` mounts such a route. */
export const getOutsideKind = ({ access }: Pick<Route, 'access'>): OutsideKind | undefined =>
  access === 'platform' || access === 'developer' ? access : undefined

export const isWrite = (route: Route) => route.method !== 'GET' && !route.readOnly

/** Whether a repetition with the same idempotency key has no second effect. */
export const takesIdempotencyKey = (route: Route) => isWrite(route) && route.withoutKey === undefined

/** Whether an application session may call a route; `module` is '' for an external application. */
export const servesApplication = ({ ownSessionOnly, forApplications, module: owner }: Route, module: string) =>
  !ownSessionOnly && (forApplications === true || (module !== '' && owner === module))

export function getAudience(route: Route): readonly ActorKind[] {
  const outside = getOutsideKind(route)
  if (outside) return [outside]
  if (route.access === 'signed-in') return ['staff', 'pupil', 'guardian']
  return route.audience ?? ['staff']
}
