import { z } from 'zod'
import {
  isMoveRoute,
  type AnyEntity,
  type AnyField,
  type CreateOf,
  type DetailOf,
  type EntityRoutes,
  type ExtraFilters,
  type FieldMap,
  type Reference,
  type RowOf,
} from '#packages/contract/entity/index.ts'
import { optionsOf } from '#packages/contract/labels.ts'
import type { Page } from '#packages/contract/params.ts'
import type { Route } from '#packages/contract/route.ts'
import { Ret } from '#packages/core/ret.ts'
import { call } from '../call.ts'
import { CallError } from '../call-error.ts'
import { getEntityKey } from '../entity-key.ts'
import { getFieldText, getFormValue } from '../field-text.ts'
import { parseDateRange } from '../format/date-range.ts'
import { createDayRangeFilter } from '../list/day-range-filter.ts'
import type { EmptyText, FilterSpec, ListFilter, RowWithId, SharedList, Targets } from '../list/list-spec.ts'
import type { QueryDefinition } from '../query-client.ts'
import { createFieldColumns, getRowState } from './entity-columns.ts'
import { createEntityForm, listSentFields, type EntityControls } from './entity-form.ts'

export interface SharedEntityListOptions<E extends AnyEntity> {
  /** The key under which views and columns are stored: module and page. */
  key: string
  /** Where 还没有 with the title is not enough. */
  empty?: EmptyText
  /** Values that the page knows: the form does not ask for them. */
  fixed?: Partial<CreateOf<E>> & { orgId?: string | null }
  initial?: () => Partial<CreateOf<E>>
  labels?: { create?: string; send?: string; created?: string }
}

export type EntityApi<E extends AnyEntity> = Pick<EntityRoutes<E>, 'list'> & Partial<EntityRoutes<E>>
export type EntityRow<E extends AnyEntity> = RowOf<E> & RowWithId
type Values = Readonly<Record<string, unknown>>

/** The list of an entity as its fields determine it: a plain specification, whose parts are replaced by name. */
export function createEntityList<E extends AnyEntity>(
  entity: E,
  routes: EntityApi<E>,
  { key, empty, fixed = {}, initial, labels = {} }: SharedEntityListOptions<E>,
  controls: EntityControls = {},
): SharedList<EntityRow<E>, DetailOf<E> & EntityRow<E>, CreateOf<E>> {
  const fields = entity.fields as FieldMap
  const { title, measure } = entity
  // One entity has one set of routes; their types are checked by the signature of this function.
  const api = routes as EntityApi<AnyEntity>
  const queryKey = getEntityKey(entity)
  const nameField = fields[entity.name]!
  const columns = createFieldColumns<EntityRow<E>>(entity)
  const createForm = (row?: object) => createEntityForm(entity, { fixed, initial, controls, row })
  const detailQuery = (id: string): QueryDefinition<DetailOf<E> & EntityRow<E>> => ({
    queryKey: [...queryKey, 'get', id],
    queryFn: ({ signal }) => call(api.get!, { query: { id }, signal }) as Promise<DetailOf<E> & EntityRow<E>>,
  })
  const needsDetail = listSentFields(entity, fixed).some(([, { show }]) => show === 'detail')
  return {
    key,
    queryKey,
    noun: { name: title, measure },
    page: ({ filter, pageNumber, pageSize }) => ({
      queryKey: [...queryKey, 'list', fixed, filter, pageNumber, pageSize],
      queryFn: ({ signal }) => {
        const keyword = filter['keyword'] ?? ''
        const query = { ...parseFilters(entity, filter), orgId: fixed.orgId ?? null, keyword, pageNumber, pageSize }
        return call(api.list, { query: query as never, signal }) as Promise<Page<EntityRow<E>>>
      },
    }),
    name: {
      title: nameField.label,
      of: (row: Values) => getFieldText(nameField, row[entity.name]),
      isOff: (row: Values) => getRowState(entity, row)?.tone === 'closed',
      width: nameField.look.width ?? 160,
      wideWidth: getWideWidth(nameField),
    },
    columns,
    ...(entity.list.search.length > 0 && {
      search: entity.list.search.map((name) => fields[name]!.label).join('、'),
    }),
    filters: createFilters(entity, fixed.orgId),
    ...(api.create && {
      create: {
        ...(labels.create && { label: labels.create }),
        permission: entity.access.create ?? entity.access.update!,
        form: () => createForm(),
        ...(labels.send && { send: labels.send }),
        ...(labels.created && { done: labels.created }),
        submit: (values: Values) => call(api.create!, { body: { ...values, ...fixed } }),
      },
    }),
    ...(api.update && {
      edit: {
        permission: entity.access.update!,
        form: createForm,
        ...(needsDetail && { of: detailQuery }),
        known: (row: Values) =>
          Object.fromEntries(
            listSentFields(entity, fixed, row).map(([name, field]) => [name, getFormValue(field, row[name])]),
          ) as CreateOf<E>,
        submit: (values: Values, { id, version }: Values & RowWithId) =>
          call(api.update!, { body: { ...values, ...fixed, id, version: version as number } }),
      },
    }),
    actions: [
      ...createMoveActions(entity, api),
      ...(api.disable && entity.disabled
        ? [true, false].map((disabled) => createDisableAction(entity, api, fixed, disabled))
        : []),
      ...(api.remove ? [createRemoveAction(entity, api, fixed)] : []),
    ],
    ...(api.get &&
      entity.detail && {
        detail: {
          of: detailQuery,
          name: (detail: Values) => getFieldText(nameField, detail[entity.name]),
          state: (detail: Values) => getRowState(entity, detail),
          about: (detail: Values) =>
            columns
              .filter(({ key: name, state }) => !state && !entity.detail!.includes(name))
              .map(({ text, cardText = text }) => cardText(detail as EntityRow<E>))
              .filter(Boolean),
          sections: (detail: Values) => [
            {
              facts: (entity.detail! as readonly string[]).flatMap((name) => {
                const { label, kind, control } = fields[name]!
                const text = getFieldText(fields[name]!, detail[name])
                if (!text) return []
                return [{ label, text, ...(kind === 'files' && { drawn: { of: control!, value: detail[name] } }) }]
              }),
            },
          ],
        },
      }),
    ...(empty && { empty }),
  }
}

/** Names that may be long, such as titles, have room for some thirty characters. */
const getWideWidth = ({ max, look }: AnyField) => look.width ?? ((max ?? 0) > 40 ? 480 : 160)

/** The query of the server for a filter of the list, without its page. */
export const encodeEntityFilter = (
  entity: AnyEntity,
  api: EntityApi<AnyEntity>,
  orgId: string | null | undefined,
  { filter }: ListFilter,
) => {
  const page = { keyword: filter['keyword'] ?? '', orgId: orgId ?? null, pageNumber: 1, pageSize: 1 }
  return z.encode(api.list.query!, { ...parseFilters(entity, filter), ...page } as never) as object
}

const isDays = ({ kind }: AnyField) => kind === 'date' || kind === 'dateRange' || kind === 'datetime'

function parseFilters({ fields, list }: AnyEntity, filter: Readonly<Record<string, string>>) {
  const chosen = [...((list.filters ?? []) as string[]), ...Object.keys((list.extraFilters ?? {}) as ExtraFilters)]
  return Object.fromEntries(
    chosen.flatMap((name): [string, unknown][] => {
      const value = filter[name]
      if (!value) return []
      const field = (fields as FieldMap)[name]
      if (field && isDays(field)) {
        const { from = null, to = null } = parseDateRange(value)
        return [[name, { from, to }]]
      }
      if (field?.isNumeric) return [[name, Number(value)]]
      return [[name, field?.kind === 'flag' ? value === '1' : value]]
    }),
  )
}

function createFilters({ fields, list, disabled }: AnyEntity, orgId: string | null | undefined): FilterSpec[] {
  const ofFields = ((list.filters ?? []) as string[]).map((name): FilterSpec => {
    const field = (fields as FieldMap)[name]!
    if (field.kind === 'reference') {
      const valueOf = (row: object) => (row as Values)[name] as Reference | null | undefined
      return { name, label: field.label, options: [], reference: { control: field.control!, orgId, valueOf } }
    }
    if (isDays(field)) return createDayRangeFilter(field.label, { name })
    if (name === disabled) return { name, label: '状态', options: optionsOf({ 0: '正常', 1: '停用' }) }
    return { name, label: field.label, options: optionsOf(field.options ?? { 1: '是', 0: '否' }) }
  })
  const extra = Object.entries((list.extraFilters ?? {}) as ExtraFilters).map(([name, { label, options }]) => ({
    name,
    label,
    options: optionsOf(options),
  }))
  return [...ofFields, ...extra]
}

const idsPerCall = 200

/** All rows of a filter, page by page; the route takes ids. A list has no pages beyond those that it counts. */
async function listAllIds(
  entity: AnyEntity,
  api: EntityApi<AnyEntity>,
  fixed: { orgId?: string | null },
  { listFilter: { filter }, except }: Extract<Targets, { all: true }>,
): Promise<string[]> {
  const ids: string[] = []
  for (let pageNumber = 1; ; pageNumber++) {
    const page = { keyword: filter['keyword'] ?? '', orgId: fixed.orgId ?? null, pageNumber, pageSize: idsPerCall }
    const query = { ...parseFilters(entity, filter), ...page }
    const { items, pageCount, more } = await call(api.list, { query: query as never })
    if (more) throw new CallError({ ret: Ret.refused, status: 200, msg: '一次最多处理 10,000 条，请先缩小筛选范围' })
    ids.push(...items.map(({ id }) => id))
    if (pageNumber >= pageCount) return ids.filter((id) => !except.includes(id))
  }
}

const createDisableAction = (
  entity: AnyEntity,
  api: EntityApi<AnyEntity>,
  fixed: { orgId?: string | null },
  disabled: boolean,
) => ({
  key: disabled ? 'disable' : 'enable',
  label: disabled ? '停用' : '启用',
  isDanger: disabled,
  dividerBefore: disabled,
  permission: entity.access.update!,
  when: (row: Values) => (row[entity.disabled!] === true) !== disabled,
  run: async (targets: Targets) => {
    const ids = 'ids' in targets ? targets.ids : await listAllIds(entity, api, fixed, targets)
    for (let at = 0; at < ids.length; at += idsPerCall)
      await call(api.disable!, { body: { ids: ids.slice(at, at + idsPerCall), disabled } })
  },
  done: (count: number) => `已${disabled ? '停用' : '启用'} ${count} ${entity.measure}`,
})

/** The buttons of the routes that change the status, for a row that is in the state before. */
function createMoveActions(entity: AnyEntity, api: EntityApi<AnyEntity>) {
  const routes = Object.entries(api as Readonly<Record<string, Route>>)
  const [statusName = ''] = Object.entries(entity.fields as FieldMap).find(([, { kind }]) => kind === 'status') ?? []
  return routes.flatMap(([key, route]) =>
    isMoveRoute(route)
      ? [
          {
            key,
            label: route.move.label,
            permission: route.access,
            isSingle: true,
            isPrimary: !api.update,
            when: (row: Values) => row[statusName] === route.move.from,
            run: async (targets: Targets) => {
              if ('ids' in targets) for (const id of targets.ids) await call(route, { body: { id } })
            },
            done: () => `已${route.move.label}`,
          },
        ]
      : [],
  )
}

const createRemoveAction = (entity: AnyEntity, api: EntityApi<AnyEntity>, fixed: { orgId?: string | null }) => ({
  key: 'remove',
  label: '删除',
  permission: entity.access.remove ?? entity.access.update!,
  isDanger: true,
  isRemoval: true,
  dividerBefore: true,
  run: async (targets: Targets) => {
    const ids = 'ids' in targets ? targets.ids : await listAllIds(entity, api, fixed, targets)
    for (let at = 0; at < ids.length; at += idsPerCall)
      await call(api.remove!, { body: { ids: ids.slice(at, at + idsPerCall) } })
  },
  done: (count: number) => `已删除 ${count} ${entity.measure}`,
})
