import { CheckCircleOutlined, ClockCircleOutlined, RightOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { useBigText } from '#packages/web/core/big-text.ts'
import { formatClock } from '#packages/web/core/format/time.ts'
import type { QueryDefinition } from '#packages/web/core/query-client.ts'
import { Glyph } from '../glyph.tsx'
import visuallyHidden from '../visually-hidden.module.css'
import { useCurrentCard } from './current-card.ts'
import { CardFailure, EmptyCard, type EmptyCardState } from './card-state.tsx'
import { getLastSuccess, rememberSuccess } from './last-success.ts'
import { ReadAloud } from './read-aloud.tsx'
import styles from './card.module.css'

interface Props<Data> {
  reading: QueryDefinition<Data>
  /** Key figures need no visible title; it is kept for screen readers and for large text. */
  isBare?: boolean
  /** The number of items after the title, in a neutral style. */
  count?: (data: Data) => number
  /** The heading from the data instead of the title: a chart is headed by its finding. */
  heading?: (data: Data) => string
  /** Beside the title. */
  meta?: (data: Data) => ReactNode
  /** The link to more: a line at the foot, a solid button with large text. */
  more?: { label: string; to: string }
  /** A skeleton of the content, with the same height. */
  skeleton: ReactNode
  emptyState?: (data: Data) => EmptyCardState | undefined
  /** The content in one or two sentences, to be read aloud. */
  readAloudText: (data: Data) => string
  children: (data: Data, readAt: number) => ReactNode
}

/** A card of the board: it loads its own data, and renders every loading state. */
export function Card<Data>(props: Props<Data>) {
  const { reading, isBare = false, count, heading, meta, more, skeleton, emptyState, readAloudText, children } = props
  const { id, title, staleSince } = useCurrentCard()
  const [isReadAgain, setReadAgain] = useState(false)
  const isBig = useBigText()
  const { data, error, dataUpdatedAt, refetch } = useQuery(reading)
  useEffect(() => {
    if (dataUpdatedAt > 0) rememberSuccess(id, dataUpdatedAt)
  }, [id, dataUpdatedAt])
  const retry = () => {
    void refetch().then(({ isSuccess }) => isSuccess && setReadAgain(true))
  }
  const readFirst = isReadAgain ? undefined : staleSince
  const since = error ? (readFirst ?? dataUpdatedAt) : readFirst
  const hasHead = !isBare || isBig
  const none = data === undefined ? undefined : emptyState?.(data)
  if (none?.kind === 'line') return <LineFrame title={title} text={none.text} />
  return (
    <CardFrame
      title={title}
      heading={data !== undefined ? heading?.(data) : undefined}
      count={data !== undefined ? count?.(data) : undefined}
      isBare={!hasHead}
      meta={
        data === undefined ? (
          error && <LastSuccess id={id} />
        ) : (
          <>
            {since ? <Stale since={since} onRetry={retry} /> : <span className={styles['fact']}>{meta?.(data)}</span>}
            <ReadAloud title={title} text={readAloudText(data)} />
          </>
        )
      }
      foot={more && !none && <Link to={more.to}>{more.label}</Link>}
    >
      <Body
        data={data}
        error={error}
        retry={retry}
        skeleton={skeleton}
        none={none}
        readAt={dataUpdatedAt}
        {...(!hasHead && { what: title })}
      >
        {children}
      </Body>
      {!hasHead && since && data !== undefined && <Stale since={since} onRetry={retry} />}
    </CardFrame>
  )
}

type BodyProps<Data> = Pick<Props<Data>, 'skeleton' | 'children'> & {
  data: Data | undefined
  error: unknown
  retry: () => void
  what?: string
  none: EmptyCardState | undefined
  readAt: number
}

function Body<Data>({ data, error, retry, what, skeleton, none, readAt, children }: BodyProps<Data>) {
  if (data === undefined) {
    if (error) return <CardFailure error={error} onRetry={retry} {...(what && { what })} />
    return (
      <div className={styles['skeleton']} role="status" aria-label="正在加载">
        {skeleton}
      </div>
    )
  }
  return none && none.kind !== 'line' ? <EmptyCard {...none} /> : children(data, readAt)
}

interface FrameProps {
  title: string
  heading?: string | undefined
  count?: number | undefined
  isBare?: boolean
  meta?: ReactNode
  foot?: ReactNode
  children: ReactNode
}

/** The frame of a card, independent of its content. */
export function CardFrame({ title, heading = title, count = 0, isBare = false, meta, foot, children }: FrameProps) {
  return (
    <section className={`${styles['card']} ${isBare ? styles['bare'] : ''}`} aria-label={title}>
      <header className={isBare ? visuallyHidden['only'] : styles['head']}>
        <h2 className={styles['title']}>
          {heading}
          {count > 0 && <span className={styles['count']}>{count}</span>}
        </h2>
        {!isBare && meta && <div className={styles['meta']}>{meta}</div>}
      </header>
      <div className={styles['body']}>{children}</div>
      {foot && (
        <footer className={styles['foot']}>
          {foot}
          <Glyph of={RightOutlined} />
        </footer>
      )}
    </section>
  )
}

/** The content is empty, and one line shows that. */
const LineFrame = ({ title, text }: { title: string; text: string }) => (
  <section className={`${styles['card']} ${styles['line']}`} aria-label={title}>
    <h2 className={styles['title']}>{title}</h2>
    <p className={styles['lineWords']}>
      <Glyph of={CheckCircleOutlined} />
      {text}
    </p>
  </section>
)

/** Above older data when loading failed. */
function Stale({ since, onRetry }: { since: number; onRetry: () => void }) {
  return (
    <span className={styles['stale']} role="status">
      <Glyph of={ClockCircleOutlined} />
      数据截至 {formatClock(since)}
      <button type="button" className={styles['again']} onClick={onRetry}>
        重试
      </button>
    </span>
  )
}

function LastSuccess({ id }: { id: string }) {
  const at = getLastSuccess(id)
  return at && <>上次成功 {formatClock(at)}</>
}
