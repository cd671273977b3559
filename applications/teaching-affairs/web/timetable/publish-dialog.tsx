import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { addDays, getMonday } from '#packages/core'
import type { PublishPreview } from '#engines/timetable/contract.ts'
import { termsQuery } from '#kernel/schooling/web/desk-api.ts'
import { FactGrid } from '#packages/web/desk/fact-grid.tsx'
import { FormDialog } from '#packages/web/desk/form/form-dialog.tsx'
import type { FormSpec } from '#packages/web/desk/form/form-spec.ts'
import { NoticeDialog } from '#packages/web/desk/notice-dialog.tsx'
import { QueryState } from '#packages/web/desk/query-state.tsx'
import { useToday } from '#packages/web/desk/use-today.ts'
import { describeProblems, ProblemList } from './problem-panel.tsx'
import { TaskProgress, useTask } from './task-progress.tsx'
import { publishPreviewQuery, publishVersion, timetableKey } from './timetable-queries.ts'
import type { TimetableIndex } from './timetable-views.ts'
import styles from './publish-dialog.module.css'

const publishForm = z.object({ effectiveOn: z.iso.date('请选择生效日期') })
type Values = z.output<typeof publishForm>

interface Props {
  index: TimetableIndex
  onClose: () => void
}

/** 发布: what changes from which day on, then the lessons are written. */
export default function PublishDialog({ index, onClose }: Props) {
  const { orgId, termId } = index.content.timetable
  const { data, isPending } = useQuery(termsQuery(orgId))
  if (isPending) return null
  return (
    <DayDialog index={index} termStartsOn={data?.find(({ id }) => id === termId)?.startsOn ?? ''} onClose={onClose} />
  )
}

/** The next Monday, or the first day of a term that begins later. */
function DayDialog({ index, termStartsOn, onClose }: Props & { termStartsOn: string }) {
  const { timetable } = index.content
  const today = useToday()
  const client = useQueryClient()
  const [taskId, setTaskId] = useState<string>()
  const form: FormSpec<Values> = {
    schema: publishForm,
    initial: () => {
      const monday = addDays(getMonday(today), 7)
      return { effectiveOn: termStartsOn > monday ? termStartsOn : monday }
    },
    sections: [
      {
        fields: [
          {
            name: 'effectiveOn',
            label: '生效日期',
            kind: 'date',
            required: true,
            hint: '从这一天起按新课表上课，之前的课不变',
          },
        ],
      },
    ],
    aside: ({ effectiveOn }) =>
      publishForm.safeParse({ effectiveOn }).success && (
        <Preview key={effectiveOn} index={index} effectiveOn={effectiveOn} />
      ),
  }
  const submit = async ({ effectiveOn }: Values) => {
    const { taskId: started } = await publishVersion({ id: timetable.id, effectiveOn, version: timetable.version })
    setTaskId(started)
  }
  if (taskId) {
    const close = () => {
      void client.invalidateQueries({ queryKey: timetableKey })
      onClose()
    }
    return <Progress taskId={taskId} onClose={close} />
  }
  return (
    <FormDialog
      title={`发布“${timetable.name}”`}
      form={form}
      submit={submit}
      submitLabel="发布"
      onSent={() => {}}
      onClose={onClose}
    />
  )
}

function Preview({ index, effectiveOn }: { index: TimetableIndex; effectiveOn: string }) {
  const query = useQuery(publishPreviewQuery(index.content.timetable.id, effectiveOn))
  return <QueryState query={query}>{(preview) => <PreviewFacts index={index} preview={preview} />}</QueryState>
}

function PreviewFacts({ index, preview }: { index: TimetableIndex; preview: PublishPreview }) {
  const { lessons, days, teachers, classes, kept, keptCount, problems, unplaced } = preview
  const hasConflict = problems.some(({ level }) => level === 'hard')
  return (
    <div className={styles['preview']}>
      <FactGrid
        look="panel"
        label="发布后"
        facts={[
          { label: '生成课程', value: `${lessons.toLocaleString()} 节，${days} 天` },
          { label: '涉及', value: `${teachers} 位教师，${classes} 个班级` },
          { label: '检查', value: describeProblems(problems) },
          unplaced > 0 && { label: '待排', value: `${unplaced} 节，不会出现在课表中` },
          keptCount > 0 && { label: '保留', value: `${keptCount} 节已单独调整的课不变` },
        ]}
      />
      {hasConflict && (
        <p className={styles['warning']} role="alert">
          有冲突的课表不能发布，请先调整。
        </p>
      )}
      {problems.length > 0 && <ProblemList index={index} problems={problems} />}
      {kept.length > 0 && (
        <section className={styles['kept']} aria-label="保留不变的课">
          <h3>保留不变的课</h3>
          <ul>
            {kept.map(({ id, day, title, remark }) => (
              <li key={id}>{[day, title, remark].filter(Boolean).join(' ')}</li>
            ))}
          </ul>
          {keptCount > kept.length && <p>{`另有 ${keptCount - kept.length} 节`}</p>}
        </section>
      )}
    </div>
  )
}

function Progress({ taskId, onClose }: { taskId: string; onClose: () => void }) {
  const task = useTask(taskId)
  const isDone = task !== undefined && task.endedAt !== null
  return (
    <NoticeDialog title="发布课表" closeLabel={isDone ? '完成' : '在后台继续'} onClose={onClose}>
      <TaskProgress task={task} label="正在生成课程" done="已发布，已通知有变化的教师和班级。" />
    </NoticeDialog>
  )
}
