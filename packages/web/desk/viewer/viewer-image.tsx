import { useState, type CSSProperties } from 'react'
import type { Size } from '../use-size.tsx'
import type { ViewerItem } from './viewer-item.ts'
import type { ViewHandle } from './use-view.ts'
import { FailedNote, WaitingNote, Watermark } from './viewer-overlays.tsx'
import styles from './stage.module.css'

interface Props {
  item: ViewerItem
  view: ViewHandle
  natural: Size
  onNatural: (natural: Size) => void
  /** Where a retry needs another address. */
  onRetry?: () => void
}

export function ViewerImage({ item, view, natural, onNatural, onRetry }: Props) {
  const [status, setStatus] = useState<'waiting' | 'ready' | 'failed'>('waiting')
  const [attempt, setAttempt] = useState(0)
  const { factor, degrees, offset } = view
  const size: CSSProperties = { width: natural.width * factor, height: natural.height * factor }
  const again = () => {
    setStatus('waiting')
    setAttempt(attempt + 1)
  }
  return (
    <>
      {status !== 'failed' && (
        <div
          className={styles['picture']}
          style={{ ...size, transform: `translate(${offset.x}px, ${offset.y}px) rotate(${degrees}deg)` }}
          data-ready={status === 'ready'}
        >
          <img
            key={attempt}
            src={item.url}
            alt={item.name}
            draggable={false}
            onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
              onNatural({ width: naturalWidth, height: naturalHeight })
              setStatus('ready')
            }}
            onError={() => setStatus('failed')}
          />
          <Watermark text={item.watermark} />
        </div>
      )}
      <WaitingNote isOn={status === 'waiting'} />
      {status === 'failed' && <FailedNote item={item} onRetry={onRetry ?? again} />}
    </>
  )
}
