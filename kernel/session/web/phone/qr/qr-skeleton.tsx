import { LightPage } from '#packages/web/light/page.tsx'
import { Skeleton } from '#packages/web/light/state-notice.tsx'
import { qrBar } from './qr-outcome.tsx'

const blocks = [
  [60, 40, 80],
  [90, 90, 90, 90],
]

/** The skeleton. */
export const qrSkeleton = (
  <LightPage head={qrBar}>
    <Skeleton blocks={blocks} />
  </LightPage>
)
