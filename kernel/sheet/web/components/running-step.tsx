import { CloseCircleOutlined, StopOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '#packages/web/desk/button.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { ImportFrame } from '#packages/web/desk/import-wizard/import-frame.tsx'
import { ProgressCard } from '#packages/web/desk/import-wizard/progress-card.tsx'
import type { BatchStatus } from '../../contract.ts'
import { stepTitles } from '../words.ts'
import { DiscardDialog } from './discard-dialog.tsx'
import { fileOf, type StepProps } from './step-props.ts'
import { useWatched } from './use-watched.ts'
import styles from './running-step.module.css'

type Working = Exclude<BatchStatus, 'mapping' | 'ready' | 'applied' | 'undone' | 'failed' | 'discarded'>

const runs: Record<Working, { at: number; title: string; words: string }> = {
  reading: { at: 0, title: '正在读取文件', words: '读完即可核对字段匹配。' },
  checking: { at: 2, title: '正在检查', words: '逐行核对内容，并与系统里的数据比较。' },
  applying: { at: 3, title: '正在导入', words: '可以离开本页，完成后在任务中心查看。' },
  undoing: { at: 4, title: '正在撤销', words: '可以离开本页，完成后在任务中心查看。' },
}

/** Something goes on with the file: how far it is, from second to second. */
export function RunningStep({ batch, facts, status }: StepProps & { status: Working }) {
  const navigate = useNavigate()
  const { at, title, words } = runs[status]
  useWatched(status === 'applying' || status === 'undoing' ? batch.taskId : null)
  return (
    <ImportFrame
      title={`导入${facts.title}`}
      steps={stepTitles}
      at={at}
      file={fileOf(batch)}
      isSaved={true}
      onBack={() => void navigate(facts.page)}
    >
      {/* Each begins anew: what is quick shows no bar. */}
      <ProgressCard key={status} title={title} words={words} progress={batch.progress ?? undefined} />
    </ImportFrame>
  )
}

/** It came to nothing: why, that nothing was written, and what to do about it. */
export function EndedStep({ batch, facts, go }: StepProps) {
  const navigate = useNavigate()
  const [isAsked, setAsked] = useState(false)
  const isFailed = batch.status === 'failed'
  const again = () => go({ target: batch.target, orgId: batch.orgId })
  return (
    <ImportFrame
      title={`导入${facts.title}`}
      steps={stepTitles}
      at={0}
      file={fileOf(batch)}
      onBack={() => void navigate(facts.page)}
      foot={
        <>
          <Button type="primary" onClick={again}>
            {isFailed ? '重新上传' : '再导入一份'}
          </Button>
          {isFailed && (
            <Button type="text" onClick={() => setAsked(true)}>
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
          {isFailed ? `${batch.words}。没有写入任何数据。` : '系统里的数据没有变化。'}
        </p>
      </section>
      {isAsked && <DiscardDialog {...batch} onClose={() => setAsked(false)} onDone={again} />}
    </ImportFrame>
  )
}
