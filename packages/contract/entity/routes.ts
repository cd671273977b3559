import { z } from 'zod'
import { idOf, pageOf, pageQuery, type Page, type PageQuery } from '../params.ts'
import type { Route } from '../route.ts'
import {
  listFields,
  type AnyEntity,
  type CreateOf,
  type DetailOf,
  type FieldNameOf,
  type ListQueryOf,
  type RowOf,
  type UpdateOf,
} from './entity.ts'
import type { AnyField } from './field.ts'
import { objectOf, schemasOf } from './schemas.ts'

export type EntityAction = 'list' | 'get' | 'create' | 'update' | 'disable' | 'remove' | 'reveal' | 'history'
interface Id {
  id: string
}
/** A change of one field: the values as in an answer, null for none. */
export interface FieldChange {
  id: string
  at: string
  /** The name of the person. */
  by: string
  field: string
  before: unknown
  after: unknown
}
type None = z.ZodUndefined
export interface EntityRoutes<E extends AnyEntity> {
  list: Route<z.ZodType<ListQueryOf<E>>, None, z.ZodType<Page<RowOf<E>>>, false>
  get: Route<z.ZodType<Id>, None, z.ZodType<DetailOf<E>>, false>
  create: Route<None, z.ZodType<CreateOf<E>>, z.ZodType<Id>, false>
  update: Route<None, z.ZodType<UpdateOf<E>>, z.ZodType<Id>, false>
  disable: Route<None, z.ZodType<{ ids: string[]; disabled: boolean }>, z.ZodType<{ count: number }>, false>
  remove: Route<None, z.ZodType<{ ids: string[] }>, z.ZodType<{ count: number }>, false>
  reveal: Route<None, z.ZodType<Id & { field: string; reason: string }>, z.ZodType<{ value: string }>, false>
  history: Route<z.ZodType<Id & PageQuery>, None, z.ZodType<Page<FieldChange>>, false>
}

interface EntityRouteOptions<A extends EntityAction> {
  path: `/api/${string}`
  actions: readonly A[]
  /** Paths that are not `path/action`, for endpoints that already have one. */
  paths?: Partial<Record<A, `/api/${string}`>>
}

/** The usual routes of an entity below one path. They are data like any other route: add, omit or replace them. */
export function entityRoutes<E extends AnyEntity, const A extends EntityAction>(
  entity: E,
  { path, actions, paths = {} }: EntityRouteOptions<A>,
): Pick<EntityRoutes<E>, A> {
  const { title, access, module } = entity
  const { row, detail, create, update, query } = schemasOf(entity)
  const rowId = idOf(entity.key)
  const id = objectOf(entity, { id: rowId })
  const ids = z.array(rowId).min(1).max(200)
  const masked = listFields(entity).filter(([, { mask }]) => mask !== null)
  const all: Record<EntityAction, object> = {
    list: { method: 'GET', title: `${title}列表`, access: access.read, query, data: pageOf(row) },
    get: { method: 'GET', title: `${title}详情`, access: access.read, query: id, data: detail },
    create: { method: 'POST', title: `新建${title}`, access: access.create ?? access.update, body: create, data: id },
    update: { method: 'POST', title: `修改${title}`, access: access.update, body: update, data: id },
    disable: {
      method: 'POST',
      title: `停用或启用${title}`,
      access: access.update,
      body: z.object({ ids, disabled: z.boolean() }),
      data: z.object({ count: z.int() }),
    },
    remove: {
      method: 'POST',
      title: `删除${title}`,
      access: access.remove ?? access.update,
      body: z.object({ ids }),
      data: z.object({ count: z.int() }),
    },
    reveal: {
      method: 'POST',
      title: `查看${title}的完整内容`,
      access: masked[0]?.[1].revealWith,
      body: objectOf(entity, {
        id: rowId,
        field: fieldNameOf(masked),
        reason: z.string().trim().min(1, '请填写原因').max(100, '原因不超过100字'),
      }),
      data: z.object({ value: z.string() }),
      secretAnswer: true,
    },
    history: {
      method: 'GET',
      title: `${title}变更记录`,
      access: access.read,
      query: objectOf(entity, { id: rowId, ...pageQuery.shape }),
      data: pageOf(
        z.object({
          id: z.guid(),
          at: z.iso.datetime(),
          by: z.string(),
          field: fieldNameOf(listFields(entity)),
          before: z.unknown(),
          after: z.unknown(),
        }),
      ),
    },
  }
  checkActions(entity, actions)
  const chosen = paths as Partial<Record<EntityAction, string>>
  const routes: object = Object.fromEntries(
    actions.map((action) => [action, { ...all[action], path: chosen[action] ?? `${path}/${action}`, module }]),
  )
  return routes as Pick<EntityRoutes<E>, A>
}

/** A change of the status by a button. It sets nothing else but the time, in the field `setNow`. */
interface StatusMove<State extends string = string, Name extends string = string> {
  /** A verb: 归还. */
  label: string
  from: State
  to: State
  setNow?: Name
}
/** The route of such a change: `crud(…).createMove` is its function, and the list has its button. */
export interface MoveRoute extends Route<None, z.ZodType<Id>, z.ZodType<Id>, false> {
  move: StatusMove
}
export const isMoveRoute = (route: Route): route is MoveRoute => 'move' in route

/** Routes that change the status of one row, for those who may update it. Anything more is a route and a function. */
export function moveRoutes<E extends AnyEntity, const Name extends string>(
  entity: E,
  path: `/api/${string}`,
  // The names are computed inline: a type alias would appear in error messages instead of them.
  moves: Readonly<
    Record<
      Name,
      StatusMove<
        {
          [K in keyof E['fields']]: E['fields'][K] extends { states: infer States } ? keyof States & string : never
        }[keyof E['fields']],
        FieldNameOf<E>
      >
    >
  >,
): Record<Name, MoveRoute> {
  const { key, title, access, module } = entity
  const states = listFields(entity).find(([, { kind }]) => kind === 'status')?.[1].states ?? {}
  const id = objectOf(entity, { id: idOf(key) })
  const routes = Object.entries<StatusMove>(moves).map(([name, move]) => {
    if (!states[move.from]?.next?.includes(move.to))
      throw new Error(`${key}.${name}: ${move.to} cannot follow ${move.from}`)
    if (!access.update) throw new Error(`${key}.${name}: nobody may update it`)
    if (move.setNow && !listFields(entity).some(([field, { kind }]) => field === move.setNow && kind === 'datetime'))
      throw new Error(`${key}.${name}: ${move.setNow} is not a time`)
    const spec = { method: 'POST', path: `${path}/${name}`, title: `${move.label}${title}`, access: access.update }
    return [name, { ...spec, body: id, data: id, module, move }]
  })
  return Object.fromEntries(routes) as Record<Name, MoveRoute>
}

/** The name of one of these fields, in a request by its wire name. */
function fieldNameOf(fields: readonly (readonly [string, AnyField])[]) {
  const wireNames = new Map(fields.map(([name, { wire }]) => [name, wire ?? name]))
  const names = new Map([...wireNames].map(([name, wire]) => [wire, name]))
  return z.codec(z.enum([...names.keys()] as [string]), z.string(), {
    decode: (wire) => names.get(wire)!,
    encode: (name) => wireNames.get(name) ?? name,
  })
}

/** Refuses routes that the fields cannot serve. */
function checkActions(entity: AnyEntity, actions: readonly EntityAction[]) {
  const { key, access, disabled, versioned } = entity
  const refuse = (why: string) => {
    throw new Error(`${key}: ${why}`)
  }
  if (actions.includes('update') && !versioned) refuse('a row without a version cannot be updated')
  if (actions.includes('history') && !entity.history) refuse('changes are not recorded')
  if (actions.includes('disable') && !disabled) refuse('no field disables a row')
  if (actions.some((action) => action === 'update' || action === 'disable') && !access.update)
    refuse('nobody may update it')
  if (actions.includes('create') && !(access.create ?? access.update)) refuse('nobody may create it')
  if (actions.includes('remove') && !(access.remove ?? access.update)) refuse('nobody may remove it')
  const permissions = new Set(listFields(entity).flatMap(([, { mask, revealWith }]) => (mask ? [revealWith] : [])))
  if (actions.includes('reveal') && (permissions.size !== 1 || permissions.has(null)))
    refuse('masked fields need one permission to reveal them')
}
