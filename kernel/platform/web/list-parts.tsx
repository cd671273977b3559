import type { ComponentProps } from 'react'
import { TileIcon } from '#packages/web/desk/tile-icon.tsx'
import type { Targets } from '#packages/web/desk/list/list-spec.ts'

export const platformKey = ['platform'] as const

/** Rows have no picture of their own. */
export const rowIcon = (icon: ComponentProps<typeof TileIcon>['of']) => () => <TileIcon of={icon} size="row" />

/** The only row of an action for one row. */
export const getOnlyId = (targets: Targets) => ('ids' in targets ? targets.ids[0]! : '')

/** A short list as one page, searched by name. */
export function toPage<Row extends { name: string }>(rows: readonly Row[], keyword = '') {
  const items = rows.filter(({ name }) => name.includes(keyword))
  return { itemCount: items.length, pageCount: 1, items }
}
