import type { ReactNode } from 'react'
import type { AnyEntity, CreateOf, DetailOf, FieldMap, FieldNameOf } from '#packages/contract/entity/index.ts'
import {
  createEntityList,
  encodeEntityFilter,
  type EntityApi,
  type EntityRow,
  type SharedEntityListOptions,
} from '#packages/web/core/entity/entity-list.ts'
import type { EntityControls } from '#packages/web/core/entity/entity-form.ts'
import { getFieldText } from '#packages/web/core/field-text.ts'
import type { EmptyText } from '#packages/web/core/list/list-spec.ts'
import { useSession } from '#packages/web/core/session.ts'
import type { ControlProps } from '../form/controls/control-props.ts'
import { Glyph, type Icon } from '../glyph.tsx'
import { createDeskList } from '../list/desk-list.tsx'
import { defineListPage } from '../list/list-page.tsx'
import type { ListSpec, RowWithId, SheetSpec } from '../list/list-spec.ts'
import type { EmptyIllustration } from '../page-state.tsx'
import { TileIcon } from '../tile-icon.tsx'
import { EntityHistory } from './entity-history.tsx'
import { FieldValue } from './field-control.tsx'

export interface EntityListOptions<E extends AnyEntity> extends SharedEntityListOptions<E> {
  icon: Icon
  empty?: EmptyText & { of?: EmptyIllustration }
  /** The controls of fields, where those of their kinds do not fit. */
  controls?: { [Name in FieldNameOf<E>]?: (props: ControlProps) => ReactNode }
  /** How a field is shown in the detail, if not by its kind. */
  facts?: { [Name in FieldNameOf<E>]?: (detail: DetailOf<E>) => ReactNode }
  /** Below the facts of the detail: a button. */
  below?: (detail: DetailOf<E>) => ReactNode
}

/** A page that is the list of an entity. For more, change the result of `createEntityListSpec`. */
export const defineEntityList = <E extends AnyEntity>(entity: E, api: EntityApi<E>, options: EntityListOptions<E>) =>
  defineListPage(createEntityListSpec(entity, api, options))

/** The list of an entity on the desk: what phones share, with icons, and with facts that are not plain text. */
export function createEntityListSpec<E extends AnyEntity>(
  entity: E,
  routes: EntityApi<E>,
  { icon, controls = {}, facts = {}, below, ...options }: EntityListOptions<E>,
): ListSpec<EntityRow<E>, DetailOf<E> & EntityRow<E>, CreateOf<E>> {
  const fields = entity.fields as FieldMap
  const api = routes as EntityApi<AnyEntity>
  const { detail, ...list } = createDeskList(createEntityList(entity, routes, options, controls as EntityControls), {
    icon: () => <Glyph of={icon} />,
    headIcon: () => <TileIcon of={icon} size="head" />,
  })
  return {
    ...list,
    ...(options.empty && { empty: options.empty }),
    ...(detail && {
      detail: {
        ...detail,
        sections: (shown) => [
          {
            facts: (entity.detail! as readonly string[]).flatMap((name) => {
              const draw = (facts as Readonly<Record<string, ((detail: DetailOf<E>) => ReactNode) | undefined>>)[name]
              const value = draw ? draw(shown) : drawValue(entity, name, shown)
              return value ? [{ label: fields[name]!.label, value }] : []
            }),
            ...(below && { whole: below(shown) }),
          },
          ...(api.history
            ? [
                {
                  title: '变更记录',
                  facts: [],
                  whole: <EntityHistory entity={entity} history={api.history} id={(shown as RowWithId).id} />,
                },
              ]
            : []),
        ],
      },
    }),
    ...((entity.import ?? entity.export) && { sheet: createSheet(entity, api, options.fixed ?? {}) }),
  }
}

/** 导入 and 导出 of an entity that declares them. */
const createSheet = (
  entity: AnyEntity,
  api: EntityApi<AnyEntity>,
  { orgId }: { orgId?: string | null },
): SheetSpec => ({
  ...(entity.import && {
    import: {
      target: entity.key,
      permission: entity.import.permission,
      orgOf: () => orgId ?? useSession.getState().orgId,
    },
  }),
  ...(entity.export && {
    export: {
      source: entity.key,
      permission: entity.export.permission,
      name: entity.name,
      filterOf: (listFilter) => encodeEntityFilter(entity, api, orgId, listFilter),
    },
  }),
})

/** The value of a field in the detail: a text, or what the module of its kind draws. */
function drawValue(
  { fields, name: nameField }: AnyEntity,
  name: string,
  detail: Readonly<Record<string, unknown>>,
): ReactNode {
  const field = (fields as FieldMap)[name]!
  const text = getFieldText(field, detail[name])
  const rowName = getFieldText((fields as FieldMap)[nameField]!, detail[nameField])
  return field.kind === 'files' && text ? (
    <FieldValue of={field.control!} value={detail[name]} rowName={rowName} />
  ) : (
    text
  )
}
