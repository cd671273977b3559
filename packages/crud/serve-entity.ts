import type { FastifyInstance } from 'fastify'
import type { AnyEntity, Route } from '#packages/contract'
import type { Crud } from './crud.ts'
import { mountAll, type Handlers, type OwnFunctions } from './mount-all.ts'

/** An entity with its routes, as a module declares it. */
export interface ServedEntity {
  /** The key of the entity. */
  key: string
  crud: Crud<AnyEntity>
  api: Readonly<Record<string, Route>>
  mount: (app: FastifyInstance) => void
}

declare module '#packages/core/app.ts' {
  interface Contributions {
    /** The entities whose routes are mounted, and whose access, scope and table the derived tests check. */
    entities: ServedEntity
  }
}

/**
 * Joins the routes of an entity with their functions: `serveEntity(roomApi, rooms)`. A function is replaced by name:
 * `serveEntity(ticketApi, { ...tickets, create: createTicket, answer: answerTicket })`.
 */
export function serveEntity<Api extends object>(
  api: Api,
  // The second is for the compiler: it need not compare the functions of an entity with its routes one by one.
  handlers: (Handlers<NoInfer<Api>> & Pick<Crud<AnyEntity>, 'entity'> & object) | OwnFunctions<NoInfer<Api>>,
): ServedEntity {
  const crud = handlers as object as Crud<AnyEntity>
  return {
    key: crud.entity.key,
    crud,
    api: api as Readonly<Record<string, Route>>,
    mount: (app) => mountAll(app, api, handlers as object as Handlers<NoInfer<Api>> & object),
  }
}
