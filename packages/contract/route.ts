import type { z } from 'zod'
import type { ActorKind } from '#packages/core/actor.ts'
import type { Manifest } from './manifest.ts'

/**
 * Who may call a route: anybody; whoever is signed in at one of the portal's doors; any member of staff;
 * or those who hold a permission.
 */
export type Access<Permission extends string = string> = 'public' | 'signed-in' | 'staff' | Permission

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
  /** The kinds of session a permission's route serves; staff unless it says otherwise. */
  audience?: readonly ActorKind[]
  query?: Query
  body?: Body
  /** Fields of the body that may stand in the query instead, where the specification does not say which. */
  inQueryToo?: Readonly<Record<string, 'text' | 'number'>>
  data: Data
  /** What its answer says once it is done, where people are told so by the server. */
  done?: string
  /**
   * The handler opens its own short transactions, because it must wait for something outside the database. Then nobody
   * keeps keys or writes the operation log for it: it makes itself harmless to repeat, and records what it did.
   */
  ownTransactions?: Own
  /** A POST that only reads: it is neither logged as an operation nor kept for repetition. */
  readOnly?: boolean
  /**
   * A write that comes every few seconds, concerns nobody but its caller and does no harm when repeated: it is neither
   * logged nor kept for repetition. Tests list them all.
   */
  quiet?: boolean
  /** The answer holds a number, word or link that is shown once: it is not kept, and a repetition does not get it. */
  secretAnswer?: boolean
  deprecated?: boolean
  /** Answers with bytes of a type of their own instead of the envelope; the handler returns a `Raw`. */
  raw?: boolean
  /** Goes on answering: lines of JSON, each of them the `data` of this route, for as long as the caller stays. */
  stream?: boolean
  /** The body is a form with files, as `upload` describes them. */
  multipart?: boolean
  /** How large that file may be, where two megabytes are not enough. */
  uploadBytes?: number
  /** May also be called by somebody who has yet to change the first password or to tell the ID number. */
  duringFirstSteps?: boolean
  /** Opens, ends or changes sessions: the caller is looked up afresh, and no application may do it for somebody. */
  ownSessionOnly?: boolean
  /** Also for the session that an application was handed, which may otherwise call nothing but its own module. */
  forApplications?: boolean
}

export type Route<
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Data extends z.ZodType = z.ZodType,
  Own extends boolean = boolean,
> = RouteSpec<Query, Body, Data, Own> & { module: string }

export type QueryOf<R> = R extends Route<infer Query, z.ZodType, z.ZodType> ? z.output<Query> : never
export type BodyOf<R> = R extends Route<z.ZodType, infer Body, z.ZodType> ? z.output<Body> : never
export type DataOf<R> = R extends Route<z.ZodType, z.ZodType, infer Data> ? z.output<Data> : never

type PermissionsOf<Manifests extends readonly Manifest[]> = {
  [At in keyof Manifests]: keyof Manifests[At]['permissions'] & string
}[number]

/** The maker of a module's routes: it only takes permissions that the module, or one it builds on, declares. */
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

export const isWrite = (route: Route) => route.method !== 'GET' && !route.readOnly

/** Whether the session that an application was handed may call a route; `module` is '' for one outside the house. */
export const servesApplication = ({ ownSessionOnly, forApplications, module: owner }: Route, module: string) =>
  !ownSessionOnly && (forApplications === true || (module !== '' && owner === module))

/** The kinds of session a route serves. */
export function getAudience(route: Route): readonly ActorKind[] {
  if (route.access === 'signed-in') return ['staff', 'pupil', 'guardian']
  return route.audience ?? ['staff']
}
