import { useEffect, useRef, useState, type SyntheticEvent } from 'react'
import type { Size } from '../use-size.tsx'
import type { FilePreview, ViewerItem } from './viewer-item.ts'
import { FailedNote, WaitingNote, Watermark } from './viewer-overlays.tsx'
import styles from './stage.module.css'

export const isMedia = ({ kind }: Pick<FilePreview, 'kind'>) => kind === 'video' || kind === 'audio'

/** What plays in there is stopped or goes on; the space bar does it wherever the focus is. */
export function togglePlaying(place: HTMLElement | null) {
  const media = place?.querySelector<HTMLMediaElement>('video, audio')
  if (media?.paused) void media.play().catch(() => {})
  else media?.pause()
}

interface Props {
  item: ViewerItem
  box: Size
  onRetry: () => void
}

/** Played by the browser itself, which fetches what it needs as it goes. */
export function Media({ item, box, onRetry }: Props) {
  const { status, events } = usePlayed(item)
  if (status === 'failed') return <FailedNote item={item} text="无法播放，请下载查看" onRetry={onRetry} />
  return (
    <div className={styles['media']} style={{ maxWidth: box.width, maxHeight: box.height }}>
      {item.kind === 'video' ? (
        // Nobody has written down what is said in what people upload.
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

/** Where it stopped, to go on from there by another link. */
interface Stop {
  at: number
  wasPlaying: boolean
  isOver: boolean
}

/** A film may last longer than its link: then it goes on by a new one, from where it was. */
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
    // What stops again at the same place is broken there, whatever its link.
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
