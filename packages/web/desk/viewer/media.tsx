import { useEffect, useRef, useState, type SyntheticEvent } from 'react'
import type { Size } from '../use-size.tsx'
import type { FilePreview, ViewerItem } from './viewer-item.ts'
import { FailedNote, WaitingNote, Watermark } from './viewer-overlays.tsx'
import styles from './stage.module.css'

export const isMedia = ({ kind }: Pick<FilePreview, 'kind'>) => kind === 'video' || kind === 'audio'

/** Pauses or resumes the media inside; the space bar does this wherever the focus is. */
export function togglePlaying(container: HTMLElement | null) {
  const media = container?.querySelector<HTMLMediaElement>('video, audio')
  if (media?.paused) void media.play().catch(() => {})
  else media?.pause()
}

interface Props {
  item: ViewerItem
  box: Size
  onRetry: () => void
}

/** Played by the browser itself, which fetches the data as it plays. */
export function Media({ item, box, onRetry }: Props) {
  const { status, events } = usePlayed(item)
  if (status === 'failed') return <FailedNote item={item} text="无法播放，请下载查看" onRetry={onRetry} />
  return (
    <div className={styles['media']} style={{ maxWidth: box.width, maxHeight: box.height }}>
      {item.kind === 'video' ? (
        // There are no captions for uploaded media.
        // eslint-disable-next-line jsx-a11y/media-has-caption
        <video {...events} {...shared(item)} playsInline style={{ maxWidth: box.width, maxHeight: box.height }} />
      ) : (
        // eslint-disable-next-line jsx-a11y/media-has-caption
        <audio {...events} {...shared(item)} />
      )}
      {item.kind === 'video' && <Watermark text={item.watermark} />}
      <WaitingNote isOn={status === 'waiting' && item.kind === 'video'} />
    </div>
  )
}

const shared = ({ name }: ViewerItem) => ({ controls: true, 'aria-label': name, preload: 'metadata' as const })

type Played = SyntheticEvent<HTMLMediaElement>

/** Where playback stopped, to continue there with another link. */
interface Stop {
  at: number
  wasPlaying: boolean
  isOver: boolean
}

/** A film may play longer than its link is valid: then it continues with a new one, from the same position. */
function usePlayed({ url: first, load }: ViewerItem) {
  const [status, setStatus] = useState<'waiting' | 'ready' | 'failed'>('waiting')
  const [url, setUrl] = useState(first)
  const stop = useRef<Stop>(undefined)
  const leaving = useRef<AbortController>(undefined)
  useEffect(() => () => leaving.current?.abort(), [])
  const fail = () => setStatus('failed')
  const onLoadedMetadata = ({ currentTarget: media }: Played) => {
    setStatus('ready')
    if (!stop.current || stop.current.isOver) return
    stop.current.isOver = true
    media.currentTime = stop.current.at
    if (stop.current.wasPlaying) void media.play().catch(() => {})
  }
  const onError = ({ currentTarget: { currentTime: at, paused } }: Played) => {
    const last = stop.current
    // A second stop at the same position means broken content, whatever the link.
    const isBroken = last && (!last.isOver || Math.abs(at - last.at) < 1)
    if (status !== 'ready' || !load || isBroken) return fail()
    stop.current = { at, wasPlaying: !paused, isOver: false }
    leaving.current = new AbortController()
    const { signal } = leaving.current
    load(signal).then(
      (answer) => !signal.aborted && (answer.state === 'ready' ? setUrl(answer.url) : fail()),
      () => signal.aborted || fail(),
    )
  }
  return { status, events: { src: url, onLoadedMetadata, onError } }
}
