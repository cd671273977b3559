import { CloseCircleOutlined, StopOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '#packages/web/desk/button.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { ImportFrame } from '#packages/web/desk/import-wizard/import-frame.tsx'
import { ProgressCard } from '#packages/web/desk/import-wizard/progress-card.tsx'
import type { BatchStatus } from '../../contract.ts'
import { stepTitles } from '../import-labels.ts'
import { DiscardDialog } from './discard-dialog.tsx'
import { toFrameFile, type ImportStepProps } from './step-props.ts'
import { useWatchedTask } from './use-watched-task.ts'
import styles from './running-step.module.css'

type RunningStatus = Exclude<BatchStatus, 'mapping' | 'ready' | 'applied' | 'undone' | 'failed' | 'discarded'>

const runningSteps: Record<RunningStatus, { at: number; title: string; text: string }> = {
  reading: { at: 0, title: '正在读取文件', text: '读完即可核对字段匹配。' },
  checking: { at: 2, title: '正在检查', text: '逐行核对内容，并与系统里的数据比较。' },
  applying: { at: 3, title: '正在导入', text: '可以离开本页，完成后在任务中心查看。' },
  undoing: { at: 4, title: '正在撤销', text: '可以离开本页，完成后在任务中心查看。' },
}

/** The progress of a running task, updated every second. */
export function RunningStep({ batch, facts, status }: ImportStepProps & { status: RunningStatus }) {
  const navigate = useNavigate()
  const { at, title, text } = runningSteps[status]
  useWatchedTask(status === 'applying' || status === 'undoing' ? batch.taskId : null)
  return (
    <ImportFrame
      title={`导入${facts.title}`}
      steps={stepTitles}
      at={at}
      file={toFrameFile(batch)}
      isSaved={true}
      onBack={() => void navigate(facts.page)}
    >
      {/* A new key for each status, so that quick steps show no bar. */}
      <ProgressCard key={status} title={title} text={text} progress={batch.progress ?? undefined} />
    </ImportFrame>
  )
}

/** A failed import: the reason, that nothing was written, and what to do. */
export function EndedStep({ batch, facts, go }: ImportStepProps) {
  const navigate = useNavigate()
  const [isDialogOpen, setDialogOpen] = useState(false)
  const isFailed = batch.status === 'failed'
  const again = () => go({ target: batch.target, orgId: batch.orgId })
  return (
    <ImportFrame
      title={`导入${facts.title}`}
      steps={stepTitles}
      at={0}
      file={toFrameFile(batch)}
      onBack={() => void navigate(facts.page)}
      foot={
        <>
          <Button type="primary" onClick={again}>
            {isFailed ? '重新上传' : '再导入一份'}
          </Button>
          {isFailed && (
            <Button type="text" onClick={() => setDialogOpen(true)}>
              取消导入
            </Button>
          )}
        </>
      }
    >
      <section className={styles['ended']}>
        <Glyph
          of={isFailed ? CloseCircleOutlined : StopOutlined}
          className={styles[isFailed ? 'failed' : 'stopped']!}
        />
        <h2 className={styles['title']}>{isFailed ? '文件读取失败' : '已取消导入'}</h2>
        <p className={styles['words']} role={isFailed ? 'alert' : undefined}>
          {isFailed ? `${batch.message}。没有写入任何数据。` : '系统里的数据没有变化。'}
        </p>
      </section>
      {isDialogOpen && <DiscardDialog {...batch} onClose={() => setDialogOpen(false)} onDone={again} />}
    </ImportFrame>
  )
}
