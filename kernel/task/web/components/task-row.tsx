import {
  CheckOutlined,
  ClockCircleOutlined,
  CloseOutlined,
  ExclamationOutlined,
  LoadingOutlined,
  PauseOutlined,
  StopOutlined,
} from '@ant-design/icons'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { getErrorMessage } from '#packages/web/core/call-error.ts'
import { formatTimeAgo } from '#packages/web/core/format/time.ts'
import { toSafePath } from '#packages/web/core/safe-path.ts'
import { downloadFile } from '#packages/web/core/download-file.ts'
import { Button } from '#packages/web/desk/button.tsx'
import dots from '#packages/web/desk/dot-separated.module.css'
import { Glyph, type Icon } from '#packages/web/desk/glyph.tsx'
import { ProgressBar } from '#packages/web/desk/progress-bar.tsx'
import { useToast } from '#packages/web/desk/toast.tsx'
import { taskStatuses, type Task, type TaskStatus } from '../../contract.ts'
import { cancelTask, fetchTaskResult, taskKey } from '../queries.ts'
import { getRemainingTimeText, type ProgressSample } from './remaining-time.ts'
import styles from './task-list.module.css'

const icons: Record<TaskStatus, Icon> = {
  waiting: ClockCircleOutlined,
  running: LoadingOutlined,
  paused: PauseOutlined,
  done: CheckOutlined,
  failed: ExclamationOutlined,
  cancelled: StopOutlined,
}

interface Props {
  task: Task
  /** When this state was fetched. */
  at: number
}

export function TaskRow({ task, at }: Props) {
  const { title, status } = task
  return (
    <li className={styles['row']}>
      <span className={styles['icon']} data-status={status}>
        <Glyph of={icons[status]} />
      </span>
      <p className={styles['title']}>
        {title}
        <Phase task={task} />
      </p>
      <span className={styles['act']}>
        <TaskActions task={task} />
      </span>
      {status === 'running' ? <Running task={task} at={at} /> : <TaskStatusLine task={task} />}
    </li>
  )
}

/** 第 2/3 步 检查; a finished task shows no phase. */
function Phase({ task: { phases, phase, status } }: { task: Task }) {
  if (phases.length === 0 || status === 'done') return null
  return <span className={styles['phase']}>{`第 ${phase + 1}/${phases.length} 步 ${phases[phase] ?? ''}`}</span>
}

const figures = new Intl.NumberFormat('zh-CN')

/** The bar, the count, and the remaining time. */
function Running({ task, at }: Props) {
  const { title, done, total, message, isStopping } = task
  const remaining = useRemaining(task, at)
  const count =
    total === null ? done > 0 && `已处理 ${figures.format(done)}` : `${figures.format(done)} / ${figures.format(total)}`
  const parts = isStopping ? ['正在取消'] : [message, count, remaining].filter(Boolean)
  const percent = total ? Math.min(100, Math.round((done / total) * 100)) : undefined
  return (
    <>
      <p className={`${styles['words']} ${dots['dotted']}`}>
        {parts.length === 0 ? '正在处理' : parts.map((one) => <span key={String(one)}>{one}</span>)}
      </p>
      <ProgressBar label={title} percent={percent} className={styles['bar']} />
    </>
  )
}

/** Measured from the first fetch; a restarted task is measured again. */
function useRemaining({ done, total }: Task, at: number): string {
  const [first, setFirst] = useState<ProgressSample>({ done, at })
  const [last, setLast] = useState(first)
  if (done < first.done) setFirst({ done, at })
  if (done !== last.done) setLast({ done, at })
  return getRemainingTimeText(first, last, total)
}

function TaskStatusLine({ task: { status, message, endedAt, createdAt } }: { task: Task }) {
  const parts = [
    status === 'failed' ? message || taskStatuses.failed : taskStatuses[status],
    (status === 'done' || status === 'paused') && message,
  ]
  return (
    <p className={`${styles['words']} ${dots['dotted']}`} data-status={status}>
      {parts.filter(Boolean).map((one) => (
        <span key={String(one)}>{one}</span>
      ))}
      <span>{formatTimeAgo(endedAt ?? createdAt)}</span>
    </p>
  )
}

/** Stops a running task or opens its result. */
function TaskActions({ task: { id, title, status, endedAt, result, isStopping } }: { task: Task }) {
  const client = useQueryClient()
  const toast = useToast()
  const navigate = useNavigate()
  const fail = (error: unknown) => toast.error(getErrorMessage(error))
  const cancel = useMutation({
    mutationFn: () => cancelTask(id),
    onSuccess: () => client.invalidateQueries({ queryKey: taskKey }),
    onError: fail,
  })
  const open = useMutation({
    mutationFn: () => fetchTaskResult(id),
    onSuccess: ({ kind, url }) =>
      kind === 'file' ? downloadFile(url, () => toast.error('下载失败，请重试')) : void navigate(toSafePath(url)),
    onError: fail,
  })
  if (endedAt === null) {
    if (isStopping) return null
    return (
      <Button
        type="text"
        size="small"
        icon={<Glyph of={CloseOutlined} />}
        aria-label={`取消 ${title}`}
        title="取消"
        loading={cancel.isPending}
        onClick={() => cancel.mutate()}
      />
    )
  }
  if (result === null) return null
  const verb = result === 'file' ? '下载' : status === 'paused' ? '继续' : '查看'
  return (
    <Button size="small" aria-label={`${verb} ${title}`} loading={open.isPending} onClick={() => open.mutate()}>
      {verb}
    </Button>
  )
}
