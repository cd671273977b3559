import { z } from 'zod'
import { idOf, optionalIdOf, pageQuery } from '../params.ts'
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

const pickFields = (entity: AnyEntity, fits: (field: AnyField) => boolean, part: 'input' | 'output') =>
  Object.fromEntries(
    listFields(entity)
      .filter(([, field]) => fits(field))
      .map(([name, field]) => [name, field[part]]),
  )

/** What a list is filtered by, without the page. */
export function createListFilter({ fields, list }: AnyEntity) {
  const filters = (list.filters ?? []).map((name: string) => [name, (fields as FieldMap)[name]!.filter!.optional()])
  const extra = Object.entries((list.extraFilters ?? {}) as ExtraFilters).map(([name, { options }]) => [
    name,
    z.enum(Object.keys(options) as [string]).optional(),
  ])
  return z.object({
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
  const row: z.ZodType = z.object({ ...id, ...pickFields(entity, ({ show }) => show === 'list', 'output'), ...own })
  const detail: z.ZodType = z.object({ ...id, ...pickFields(entity, ({ show }) => show !== 'none', 'output'), ...own })
  const create: z.ZodType = z.object(pickFields(entity, ({ write }) => write !== 'server', 'input'))
  const update: z.ZodType = z.object({
    ...id,
    ...version,
    ...pickFields(entity, ({ write }) => write === 'form', 'input'),
  })
  const query: z.ZodType = pageQuery.extend(createListFilter(entity).shape)
  return {
    row: row as z.ZodType<RowOf<E>>,
    detail: detail as z.ZodType<DetailOf<E>>,
    create: create as z.ZodType<CreateOf<E>>,
    update: update as z.ZodType<UpdateOf<E>>,
    query: query as z.ZodType<ListQueryOf<E>>,
  }
}
