import type { FastifyInstance } from 'fastify'
import type { BodyOf, DataOf, EntityAction, EntityRoutes, QueryOf, Route } from '#packages/contract'
import type { Ctx } from '#packages/core'
import { mount } from '#packages/http'
import type { Crud } from './crud.ts'

type InputOf<R> = BodyOf<R> extends undefined ? QueryOf<R> : BodyOf<R>
type HandlersOf<Api> = { [Name in keyof Api]: (ctx: Ctx, input: InputOf<Api[Name]>) => Promise<DataOf<Api[Name]>> }
/** The functions of the entity whose routes these are. Routes that were changed by name seem to fit any: they have none. */
export type OwnFunctions<Api> =
  Api extends Pick<EntityRoutes<infer E>, infer _Action extends EntityAction>
    ? string extends keyof E['fields']
      ? never
      : Crud<E>
    : never
/** One function for each route, by the same name; for the routes of an entity of the same types as its own functions. */
export type Handlers<Api> = [OwnFunctions<Api>] extends [never]
  ? HandlersOf<Api>
  : Pick<OwnFunctions<Api>, keyof Api & EntityAction>

/** Mounts all routes of an API. A missing function, or one of another type, does not compile. */
export function mountAll<Api extends object>(
  app: FastifyInstance,
  api: Api,
  handlers: Handlers<NoInfer<Api>> & object,
) {
  const functions = handlers as object as Readonly<Record<keyof Api, (ctx: Ctx, input: unknown) => Promise<unknown>>>
  for (const [name, route] of Object.entries(api) as [keyof Api, Route][]) {
    mount(app, route, (ctx, { query, body }) => functions[name](ctx as Ctx, route.body ? body : query))
  }
}
