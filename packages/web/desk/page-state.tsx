import { CopyOutlined, ReloadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { Ret } from '#packages/core/ret.ts'
import { CallError, wordsOf } from '#packages/web/core/call-error.ts'
import { Book, Cloud, Door, Magnifier, Screen } from './drawings.tsx'
import { useToast } from './toast.tsx'
import { Glyph } from './glyph.tsx'
import styles from './page-state.module.css'

interface Words {
  title: string
  words?: ReactNode
}

type Props =
  /** Nothing has been made yet: why, and the one next step. */
  | ({ status: 'empty'; next?: ReactNode } & Words)
  /** There is something, but not for these filters. */
  | { status: 'noMatch'; title: string; onClear: () => void }
  | { status: 'failed'; error: unknown; onRetry: () => void }

/** What stands in the place of content that is not there. Pages own none of these looks. */
export function PageState(props: Props) {
  switch (props.status) {
    case 'empty':
      return (
        <Frame drawing={<Book width={96} />} title={props.title} words={props.words}>
          {props.next}
        </Frame>
      )
    case 'noMatch':
      return (
        <Frame drawing={<Magnifier width={96} />} title={props.title} words="换个条件试试。">
          <Button onClick={props.onClear}>清除条件</Button>
        </Frame>
      )
    case 'failed':
      return <Failure error={props.error} onRetry={props.onRetry} />
  }
}

function Failure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const retry = (
    <Button icon={<Glyph of={ReloadOutlined} />} onClick={onRetry}>
      重试
    </Button>
  )
  if (error instanceof CallError && error.ret === Ret.forbidden)
    return (
      <Frame drawing={<Door width={96} />} title="暂无可查看的数据" words="您没有这项权限，请联系本单位管理员开通。" />
    )
  if (error instanceof CallError && error.status === 0) {
    return (
      <Frame drawing={<Screen width={96} />} title="服务器没有响应" words="请检查网络后重试。">
        {retry}
      </Frame>
    )
  }
  return (
    <Frame drawing={<Cloud width={96} />} title="数据加载失败" words={wordsOf(error)}>
      {retry}
      {error instanceof CallError && error.requestId && <RequestId id={error.requestId} />}
    </Frame>
  )
}

/** The number to give to whoever looks into the log. */
function RequestId({ id }: { id: string }) {
  const toast = useToast()
  const copy = () =>
    // Without https there is no clipboard; the number is on the page to be marked by hand.
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

function Frame({ drawing, title, words, children }: Words & { drawing: ReactNode; children?: ReactNode }) {
  return (
    <div className={styles['frame']}>
      {drawing}
      <h2 className={styles['title']}>{title}</h2>
      {words && <p className={styles['words']}>{words}</p>}
      {children && <div className={styles['next']}>{children}</div>}
    </div>
  )
}

/** Above data that could not be read again: how old it is, and another try. */
export function StaleBar({ since, onRetry }: { since: number; onRetry: () => void }) {
  const time = new Intl.DateTimeFormat('zh-CN', { hour: '2-digit', minute: '2-digit' }).format(since)
  return (
    <p className={styles['stale']} role="status">
      没有读到新数据，以下是 {time} 的内容
      <Button type="link" size="small" onClick={onRetry}>
        重试
      </Button>
    </p>
  )
}
