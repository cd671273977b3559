import { useState } from 'react'
import type { Size } from '../use-size.tsx'
import { isSideways } from './geometry.ts'
import type { ViewerItem } from './viewer-item.ts'
import type { ViewHandle } from './use-view.ts'
import { WaitingNote, Watermark } from './viewer-overlays.tsx'
import styles from './stage.module.css'

interface Props {
  item: ViewerItem
  view: ViewHandle
  frame: Size
  page: number
}

/** A document in a sandboxed frame, which runs no scripts and has no access to our page. */
export function DocumentFrame({ item, view: { factor, degrees }, frame, page }: Props) {
  const [isReady, setReady] = useState(false)
  if (frame.height === 0) return null
  // Rendered at the inverse size and then scaled, so that it always fills the frame.
  const [width, height] = isSideways(degrees) ? [frame.height, frame.width] : [frame.width, frame.height]
  return (
    <div className={styles['frame']} style={frame}>
      <iframe
        title={item.name}
        src={item.pages ? `${item.url}#page=${page}` : item.url}
        sandbox=""
        className={styles['document']}
        style={{
          width: width / factor,
          height: height / factor,
          transform: `translate(-50%, -50%) rotate(${degrees}deg) scale(${factor})`,
        }}
        onLoad={() => setReady(true)}
      />
      <Watermark text={item.watermark} />
      <WaitingNote isOn={!isReady} isOnPaper />
    </div>
  )
}
