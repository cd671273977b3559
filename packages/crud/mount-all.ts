import type { FastifyInstance } from 'fastify'
import type { BodyOf, DataOf, QueryOf, Route } from '#packages/contract'
import type { Ctx } from '#packages/core'
import { mount } from '#packages/http'

type InputOf<R> = BodyOf<R> extends undefined ? QueryOf<R> : BodyOf<R>
/** One function for each route, by the same name. */
export type Handlers<Api> = { [Name in keyof Api]: (ctx: Ctx, input: InputOf<Api[Name]>) => Promise<DataOf<Api[Name]>> }

/** Mounts all routes of an API. A missing function, or one of another type, does not compile. */
export function mountAll<Api extends object>(app: FastifyInstance, api: Api, handlers: Handlers<NoInfer<Api>>) {
  for (const [name, route] of Object.entries(api) as [keyof Api, Route][]) {
    const handler = handlers[name] as (ctx: Ctx, input: unknown) => Promise<unknown>
    mount(app, route, (ctx, { query, body }) => handler(ctx as Ctx, route.body ? body : query))
  }
}
