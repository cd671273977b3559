import { lazy, Suspense } from 'react'
import { useBigText } from '#packages/web/core/big-text.ts'
import { useMay } from '#packages/web/desk/permissions.tsx'
import { backgrounds, barItems } from '../web-modules.ts'
import { LayerBoundary } from './layers.tsx'

const items = barItems.map((item) => ({ ...item, Item: lazy(item.load) }))
const backgroundItems = backgrounds.map(({ id, load }) => ({ id, Item: lazy(load) }))

/** What modules put into the bar: tasks, messages. Each comes when it comes, and none takes the bar with it. */
export function BarItems() {
  const may = useMay()
  const isBig = useBigText()
  const shown = items.filter(
    ({ permission, isShownInBigText }) => (!permission || may(permission)) && (isShownInBigText || !isBig),
  )
  return shown.map(renderItem)
}

/** What modules do without being seen. */
export const Backgrounds = () => backgroundItems.map(renderItem)

const renderItem = ({ id, Item }: (typeof backgroundItems)[number]) => (
  <LayerBoundary key={id}>
    <Suspense fallback={null}>
      <Item />
    </Suspense>
  </LayerBoundary>
)
