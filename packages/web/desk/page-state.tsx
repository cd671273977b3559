import { CopyOutlined, ReloadOutlined } from '@ant-design/icons'
import { useEffect, useRef, type ReactNode } from 'react'
import { Button } from './button.tsx'
import { Ret } from '#packages/core/ret.ts'
import { CallError, getErrorMessage } from '#packages/web/core/call-error.ts'
import { formatClock } from '#packages/web/core/format/time.ts'
import { useOnline } from '#packages/web/light/use-online.ts'
import {
  BookIllustration,
  ClassroomIllustration,
  CloudIllustration,
  DoorIllustration,
  MagnifierIllustration,
  OutboxIllustration,
  PeopleIllustration,
  ScreenIllustration,
} from './illustrations.tsx'
import { Glyph } from './glyph.tsx'
import { SkeletonLines } from './skeleton.tsx'
import { useToast } from './toast.tsx'
import styles from './page-state.module.css'

interface StateText {
  title: string
  text?: ReactNode
}

/** The illustration of what is missing: people, classes, or exported files. */
const missing = { people: PeopleIllustration, class: ClassroomIllustration, export: OutboxIllustration } as const
export type EmptyIllustration = keyof typeof missing

type Props =
  | { status: 'loading'; widths?: readonly number[] }
  /** Nothing has been created yet: why, and the one next step. */
  | ({ status: 'empty'; of?: EmptyIllustration | undefined; next?: ReactNode } & StateText)
  /** There are records, but not for these filters. */
  | ({ status: 'noMatch'; onClear: () => void } & StateText)
  | { status: 'failed'; error: unknown; onRetry: () => void }
  /** The user has no permission: whom to ask, and a button to request access if there is one. */
  | { status: 'forbidden'; who?: string; onRequestAccess?: () => void }
  /** No network; it retries automatically as soon as there is one. */
  | { status: 'offline'; text?: ReactNode; onRetry: () => void }

/** Replaces content that is not available. Pages define none of these styles. */
export function PageState(props: Props) {
  switch (props.status) {
    case 'loading':
      return <SkeletonLines widths={props.widths ?? [36, 72, 64, 70, 58]} />
    case 'empty': {
      const Drawing = props.of ? missing[props.of] : BookIllustration
      return (
        <Frame drawing={<Drawing />} title={props.title} text={props.text}>
          {props.next}
        </Frame>
      )
    }
    case 'noMatch':
      return (
        <Frame drawing={<MagnifierIllustration />} title={props.title} text={props.text ?? '换个条件试试。'}>
          <Button onClick={props.onClear}>清除条件</Button>
        </Frame>
      )
    case 'failed':
      return <Failure error={props.error} onRetry={props.onRetry} />
    case 'forbidden':
      return <Forbidden {...props} />
    case 'offline':
      return <Offline {...props} />
  }
}

function Failure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const isOnline = useOnline()
  if (error instanceof CallError && error.ret === Ret.forbidden) return <Forbidden />
  const isUnanswered = error instanceof CallError && error.status === 0
  if (isUnanswered && !isOnline) return <Offline onRetry={onRetry} />
  const retry = <Retry onRetry={onRetry} />
  if (isUnanswered) {
    return (
      <Frame drawing={<ScreenIllustration />} title="服务器没有响应" text="请检查网络后重试。">
        {retry}
      </Frame>
    )
  }
  return (
    <Frame drawing={<CloudIllustration />} title="数据加载失败" text={getErrorMessage(error)}>
      {retry}
      {error instanceof CallError && error.requestId && <RequestId id={error.requestId} />}
    </Frame>
  )
}

function Forbidden({ who, onRequestAccess }: { who?: string; onRequestAccess?: () => void }) {
  const text = who ? `请联系管理员开通。管理员：${who}。` : '您没有这项权限，请联系本单位管理员开通。'
  return (
    <Frame drawing={<DoorIllustration />} title="暂无可查看的数据" text={text}>
      {onRequestAccess && (
        <Button type="primary" onClick={onRequestAccess}>
          申请权限
        </Button>
      )}
    </Frame>
  )
}

function Offline({ text = '联网后会自动重新加载。', onRetry }: { text?: ReactNode; onRetry: () => void }) {
  useRetryOnline(onRetry)
  return (
    <Frame drawing={<ScreenIllustration />} title="网络断开了" text={text}>
      <Retry onRetry={onRetry} />
    </Frame>
  )
}

/** Retries when the network is back. */
function useRetryOnline(onRetry: () => void) {
  const isOnline = useOnline()
  const wasOnline = useRef(isOnline)
  useEffect(() => {
    if (isOnline && !wasOnline.current) onRetry()
    wasOnline.current = isOnline
  }, [isOnline, onRetry])
}

const Retry = ({ onRetry }: { onRetry: () => void }) => (
  <Button icon={<Glyph of={ReloadOutlined} />} onClick={onRetry}>
    重试
  </Button>
)

/** The request id for support. */
function RequestId({ id }: { id: string }) {
  const toast = useToast()
  const copy = () =>
    // Without https there is no clipboard; the id is on the page and can be selected.
    void navigator.clipboard?.writeText(id).then(
      () => toast.success('已复制编号'),
      () => {},
    )
  return (
    <p className={styles['number']}>
      问题编号 <code>{id}</code>
      <Button
        type="text"
        size="small"
        icon={<Glyph of={CopyOutlined} />}
        aria-label="复制编号"
        title="复制编号"
        onClick={copy}
      />
    </p>
  )
}

function Frame({ drawing, title, text, children }: StateText & { drawing: ReactNode; children?: ReactNode }) {
  return (
    <div className={styles['frame']}>
      {drawing}
      <h2 className={styles['title']}>{title}</h2>
      <p className={styles['words']}>{text}</p>
      {children && <div className={styles['next']}>{children}</div>}
    </div>
  )
}

/** Above data that could not be reloaded: its age, and a retry. */
export function StaleBar({ since, onRetry }: { since: number; onRetry: () => void }) {
  const isOnline = useOnline()
  useRetryOnline(onRetry)
  return (
    <p className={styles['stale']} role="status">
      {isOnline ? `数据截至 ${formatClock(since)}，没有读到新数据` : `数据截至 ${formatClock(since)}，正在重连`}
      <Button type="link" size="small" onClick={onRetry}>
        重试
      </Button>
    </p>
  )
}
