import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { NoticeDialog } from '#packages/web/desk/notice-dialog.tsx'
import { ConfirmAction } from '#packages/web/desk/confirm-action.tsx'
import type { SkippedTeaching, TeachingSheetResult, Term } from '../../contract.ts'
import { schoolingKey } from '../class-queries.ts'
import { copyTeaching } from '../teaching-queries.ts'
import styles from './copy-teaching-dialog.module.css'

interface Props {
  from: Term
  to: Term
  /** The grade to copy, or all grades with a null grade. */
  schoolOrGrade: { orgId: string; gradeId: string | null; name: string }
  /** Receives the new cells; without it the table is read again. */
  onCopied?: ((answer: TeachingSheetResult) => void) | undefined
  onClose: () => void
}

/** 从上学期复制: confirms first, because many classes may change, and then lists what was skipped. */
export function CopyTeachingDialog({ from, to, schoolOrGrade, onCopied, onClose }: Props) {
  const client = useQueryClient()
  const [done, setDone] = useState<{ changed: number; left: SkippedTeaching }>()
  const copy = async () => {
    const { orgId, gradeId } = schoolOrGrade
    const { left, ...answer } = await copyTeaching({ fromTermId: from.id, toTermId: to.id, gradeId, orgId })
    if (onCopied) onCopied(answer)
    else await client.invalidateQueries({ queryKey: schoolingKey })
    setDone({ changed: answer.changed, left })
  }
  if (done) {
    return (
      <NoticeDialog title={`从上学期复制：${schoolOrGrade.name}`} onClose={onClose}>
        <p role="status">{done.changed > 0 ? `已复制 ${done.changed} 处任课。` : '没有可以复制的任课。'}</p>
        <SkippedList left={done.left} />
      </NoticeDialog>
    )
  }
  return (
    <ConfirmAction
      title={`从上学期复制：${schoolOrGrade.name}`}
      submitLabel="复制"
      submit={copy}
      onSent={() => {}}
      onClose={onClose}
    >
      <p>{`把${schoolOrGrade.name}在${from.name}的任课复制到${to.name}。已经安排的不变，离岗的教师和已撤销的班级不复制。`}</p>
    </ConfirmAction>
  )
}

/** The skipped assignments with the reasons. */
function SkippedList({ left: { people, classes, subjects, taken } }: { left: SkippedTeaching }) {
  const lines = [
    ...(people.length > 0 ? [['教师已离岗', people.map(formatSkippedPerson)] as const] : []),
    ...(classes.length > 0 ? [['班级已不在', classes] as const] : []),
    ...(subjects.length > 0 ? [['学科已停用', subjects] as const] : []),
    ...(taken > 0 ? [['已有安排', [`${taken} 处`]] as const] : []),
  ]
  if (lines.length === 0) return null
  return (
    <dl className={styles['left']} aria-label="没有复制的">
      {lines.map(([why, texts]) => (
        <div key={why}>
          <dt>{why}</dt>
          <dd>{texts.join('、')}</dd>
        </div>
      ))}
    </dl>
  )
}

const formatSkippedPerson = ({ label, subjectName, teacherName }: SkippedTeaching['people'][number]) =>
  `${label}${subjectName}（${teacherName}）`
