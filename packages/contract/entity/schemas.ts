import { z } from 'zod'
import { idOf, optionalIdOf, pageQuery } from '../params.ts'
import { wireObject } from '../wire.ts'
import {
  listFields,
  type AnyEntity,
  type CreateOf,
  type DetailOf,
  type ExtraFilters,
  type FieldMap,
  type ListQueryOf,
  type RowOf,
  type UpdateOf,
} from './entity.ts'
import type { AnyField } from './field.ts'

/** An object of the fields of an entity: with their names in the code, and their wire names in requests and answers. */
export function objectOf(entity: AnyEntity, shape: Readonly<Record<string, z.ZodType>>): z.ZodType {
  const names: Readonly<Record<string, string | null | undefined>> = {
    ...entity.wire,
    ...Object.fromEntries(listFields(entity).map(([name, { wire }]) => [name, wire])),
  }
  const renamed = Object.keys(shape).flatMap((name) => (names[name] ? [[name, names[name]] as const] : []))
  return renamed.length > 0 ? wireObject(shape, Object.fromEntries(renamed)) : z.object(shape)
}

const pickFields = (entity: AnyEntity, fits: (field: AnyField) => boolean, part: 'input' | 'updateInput' | 'output') =>
  Object.fromEntries(
    listFields(entity)
      .filter(([, field]) => fits(field))
      .map(([name, field]) => [name, field[part]]),
  )

/** What a list is filtered by, without the page; `more` are further parts of the query. */
export function createListFilter(entity: AnyEntity, more: Readonly<Record<string, z.ZodType>> = {}) {
  const { fields, list } = entity
  const filters = (list.filters ?? []).map((name: string) => [name, (fields as FieldMap)[name]!.filter!.optional()])
  const extra = Object.entries((list.extraFilters ?? {}) as ExtraFilters).map(([name, { options }]) => [
    name,
    z.enum(Object.keys(options) as [string]).optional(),
  ])
  return objectOf(entity, {
    ...more,
    keyword: z.string().trim().max(60).default(''),
    orgId: optionalIdOf('organisation'),
    ...Object.fromEntries([...filters, ...extra]),
  })
}

/** The schemas of an entity. Their types are opaque on purpose: the compiler computes five flat types and nothing else. */
export function schemasOf<E extends AnyEntity>(entity: E) {
  const id = { id: idOf(entity.key) }
  const version = { version: z.int() }
  const own = entity.versioned ? version : {}
  const row = objectOf(entity, { ...id, ...pickFields(entity, ({ show }) => show === 'list', 'output'), ...own })
  const detail = objectOf(entity, { ...id, ...pickFields(entity, ({ show }) => show !== 'none', 'output'), ...own })
  const create = objectOf(
    entity,
    pickFields(entity, ({ write }) => write !== 'server', 'input'),
  )
  const update = objectOf(entity, {
    ...id,
    ...version,
    ...pickFields(entity, ({ write }) => write === 'form', 'updateInput'),
  })
  const query = createListFilter(entity, pageQuery.shape)
  return {
    row: row as z.ZodType<RowOf<E>>,
    detail: detail as z.ZodType<DetailOf<E>>,
    create: create as z.ZodType<CreateOf<E>>,
    update: update as z.ZodType<UpdateOf<E>>,
    query: query as z.ZodType<ListQueryOf<E>>,
  }
}
