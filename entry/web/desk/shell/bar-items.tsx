import { lazy, Suspense } from 'react'
import { useMay } from '#packages/web/desk/permissions.tsx'
import { barItems } from '../modules.ts'
import { LayerBoundary } from './layers.tsx'

const items = barItems.map((item) => ({ ...item, Item: lazy(item.load) }))

/** What modules put into the bar: tasks, messages. Each comes when it comes, and none takes the bar with it. */
export function BarItems() {
  const may = useMay()
  return items
    .filter(({ permission }) => !permission || may(permission))
    .map(({ id, Item }) => (
      <LayerBoundary key={id}>
        <Suspense fallback={null}>
          <Item />
        </Suspense>
      </LayerBoundary>
    ))
}
