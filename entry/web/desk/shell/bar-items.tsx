import { lazy, Suspense } from 'react'
import { useBigText } from '#packages/web/core/big-text.ts'
import { useMay } from '#packages/web/desk/permissions.tsx'
import { backgrounds, barItems } from '../web-modules.ts'
import { LayerBoundary } from './layers.tsx'

const items = barItems.map((item) => ({ ...item, Item: lazy(item.load) }))
const backgroundItems = backgrounds.map(({ id, load }) => ({ id, Item: lazy(load) }))

/** The bar items of modules (tasks, messages). They load independently, and a failing one does not break the bar. */
export function BarItems() {
  const may = useMay()
  const isBig = useBigText()
  const shown = items.filter(
    ({ permission, isShownInBigText }) => (!permission || may(permission)) && (isShownInBigText || !isBig),
  )
  return shown.map(renderItem)
}

/** Invisible components of modules. */
export const Backgrounds = () => backgroundItems.map(renderItem)

const renderItem = ({ id, Item }: (typeof backgroundItems)[number]) => (
  <LayerBoundary key={id}>
    <Suspense fallback={null}>
      <Item />
    </Suspense>
  </LayerBoundary>
)
