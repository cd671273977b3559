import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FactGrid } from '#packages/web/desk/fact-grid.tsx'
import { NoticeDialog } from '#packages/web/desk/notice-dialog.tsx'
import { ConfirmAction } from '#packages/web/desk/confirm-action.tsx'
import type { SkippedTeaching, TeachingSheetResult, Term } from '../../contract.ts'
import { schoolingKey } from '../class-queries.ts'
import { copyTeaching } from '../teaching-queries.ts'

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
  const facts = [
    people.length > 0 && { label: '教师已离岗', value: people.map(formatSkippedPerson).join('、') },
    classes.length > 0 && { label: '班级已不在', value: classes.join('、') },
    subjects.length > 0 && { label: '学科已停用', value: subjects.join('、') },
    taken > 0 && { label: '已有安排', value: `${taken} 处` },
  ]
  return facts.some(Boolean) && <FactGrid label="没有复制的" facts={facts} />
}

const formatSkippedPerson = ({ label, subjectName, teacherName }: SkippedTeaching['people'][number]) =>
  `${label}${subjectName}（${teacherName}）`
