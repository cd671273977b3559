import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { CopyButton } from '#packages/web/desk/copy-button.tsx'
import { FactGrid } from '#packages/web/desk/fact-grid.tsx'
import { NoticeDialog } from '#packages/web/desk/notice-dialog.tsx'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { ProgressBar } from '#packages/web/desk/progress-bar.tsx'
import type { FaceZipOutcome } from '../../contract.ts'
import { faceZipProgressQuery, type FaceZipProgress } from '../face-queries.ts'
import { studentKey } from '../student-tree.ts'
import styles from './face-zip.module.css'

interface Props {
  taskId: string
  onClose: () => void
}

const pollMs = 1000

/** The progress of a zip, then its unmatched and refused files. */
export function FaceOutcomeDialog({ taskId, onClose }: Props) {
  const client = useQueryClient()
  const { data, isError, error, refetch } = useQuery({
    ...faceZipProgressQuery(taskId),
    staleTime: 0,
    refetchInterval: ({ state }) => (isInProgress(state.data) ? pollMs : false),
  })
  const isOver = Boolean(data?.outcome)
  useEffect(() => {
    if (isOver) void client.invalidateQueries({ queryKey: [...studentKey, 'faces'] })
  }, [isOver, client])
  return (
    <NoticeDialog title="批量上传结果" size="form" closeLabel={isOver ? '完成' : '在后台继续'} onClose={onClose}>
      {isError ? (
        <PageState status="failed" error={error} onRetry={() => void refetch()} />
      ) : data?.outcome ? (
        <ZipOutcome outcome={data.outcome} />
      ) : (
        <ZipProgress progress={data} />
      )}
    </NoticeDialog>
  )
}

const isInProgress = (progress: FaceZipProgress | undefined) =>
  !progress || (!progress.outcome && progress.task?.status !== 'failed' && progress.task?.status !== 'cancelled')

function ZipProgress({ progress }: { progress: FaceZipProgress | undefined }) {
  const task = progress?.task
  if (task?.status === 'failed' || task?.status === 'cancelled')
    return <p role="alert">{task.message || '处理已停止，请重新上传'}</p>
  const percent = task?.total ? (task.done / task.total) * 100 : undefined
  return (
    <div className={styles['sending']} role="status">
      <p>{task?.total ? `正在检查照片，已完成 ${task.done} / ${task.total}` : '正在打开压缩包…'}</p>
      <ProgressBar label="检查进度" percent={percent} className={styles['bar']} />
      <p className={styles['note']}>可以关闭窗口，稍后在任务中心查看结果。</p>
    </div>
  )
}

function ZipOutcome({ outcome: { accepted, unmatched, unmatchedCount, refused } }: { outcome: FaceZipOutcome }) {
  return (
    <div className={styles['outcome']}>
      <FactGrid
        look="figures"
        facts={[
          { label: '已保存，待审核', value: accepted },
          { label: '未找到学生', value: unmatchedCount },
          { label: '不符合要求', value: refused.length },
        ]}
      />
      {refused.length > 0 && (
        <section>
          <header className={styles['head']}>
            <h3>不符合要求</h3>
            <CopyButton
              label="复制名单"
              name="不符合要求"
              text={refused.map(({ name, file, why }) => `${name}\t${file}\t${why}`).join('\n')}
            />
          </header>
          <ul className={styles['names']}>
            {refused.map(({ file, name, why }) => (
              <li key={file}>
                <span>{name}</span>
                <span className={styles['file']}>{file}</span>
                <span className={styles['why']}>{why}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {unmatched.length > 0 && (
        <section>
          <header className={styles['head']}>
            <h3>未找到学生</h3>
            <CopyButton label="复制名单" name="未找到学生" text={unmatched.join('\n')} />
          </header>
          <ul className={styles['names']}>
            {unmatched.map((file) => (
              <li key={file}>
                <span className={styles['file']}>{file}</span>
              </li>
            ))}
          </ul>
          {unmatchedCount > unmatched.length && <p className={styles['note']}>{`只列出前${unmatched.length}个`}</p>}
        </section>
      )}
      <p className={styles['note']}>结果保留 7 天。文件名应为本校在读学生的学籍号或校内学号。</p>
    </div>
  )
}
