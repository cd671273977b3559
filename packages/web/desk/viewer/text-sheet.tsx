import { useEffect, useState } from 'react'
import type { Size } from '../use-size.tsx'
import type { ViewerItem } from './viewer-item.ts'
import { FailedNote, WaitingNote, Watermark } from './viewer-overlays.tsx'
import { decodeText } from './decode-text.ts'
import styles from './stage.module.css'

/** Longer texts must be downloaded. */
const maxLength = 500_000

interface Props {
  item: ViewerItem
  frame: Size
  factor: number
  onRetry: () => void
}

/** Plain text on paper. It is rendered as text only: nothing in it is treated as HTML. */
export function TextSheet({ item, frame, factor, onRetry }: Props) {
  const [text, setText] = useState<string>()
  const [isLost, setLost] = useState(false)
  useEffect(() => {
    const stop = new AbortController()
    read(item.url, stop.signal).then(setText, () => !stop.signal.aborted && setLost(true))
    return () => stop.abort()
  }, [item.url])
  if (isLost) return <FailedNote item={item} onRetry={onRetry} />
  return (
    <div className={styles['frame']} style={frame}>
      <div
        className={styles['sheet']}
        data-paper=""
        role="region"
        aria-label="正文"
        // A scrollable area must be reachable by keyboard.
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
      >
        <pre style={{ fontSize: `calc(var(--type-14) * ${factor})` }}>{text?.slice(0, maxLength)}</pre>
        {text !== undefined && text.length > maxLength && <p>内容较长，只显示开头部分，完整内容请下载查看</p>}
      </div>
      <Watermark text={item.watermark} />
      <WaitingNote isOn={text === undefined} isOnPaper />
    </div>
  )
}

async function read(url: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(url, { credentials: 'omit', signal })
  if (!response.ok) throw new Error(`answered ${response.status}`)
  return decodeText(await response.arrayBuffer())
}
