import type { ComponentType } from 'react'
import { Bar } from './bar.tsx'
import { lazyComponent } from './lazy-component.tsx'
import { LightPage } from './page.tsx'
import { Skeleton } from './state-notice.tsx'

interface Frame {
  title: string
  back: string
  help: string
}

const rows = [
  [40, 70],
  [34, 62],
  [46, 74],
]

/** A page whose frame is shown at once; its content, with contracts and zod, is loaded afterwards. */
export const lazyPage = <Props extends object>(frame: Frame, load: () => Promise<{ default: ComponentType<Props> }>) =>
  lazyComponent<Props>(async () => (await load()).default, {
    fallback: (
      <LightPage head={<Bar {...frame} />}>
        <Skeleton blocks={rows} />
      </LightPage>
    ),
  })
