import { useQueryClient } from '@tanstack/react-query'
import { Button } from '#packages/web/desk/button.tsx'
import { Dialog } from '#packages/web/desk/dialog.tsx'
import { Refusal } from '#packages/web/desk/list/act-told.tsx'
import { useToast } from '#packages/web/desk/toast.tsx'
import { useSending } from '#packages/web/desk/use-sending.ts'
import type { Grade, Term } from '../../contract.ts'
import { schoolingKey } from '../class-queries.ts'
import { copyTeaching } from '../teaching-queries.ts'

interface Props {
  from: Term
  to: Term
  grade: Grade
  onClose: () => void
}

/** 沿用上学期: asks first, since it may be many classes at once. */
export function CopyDialog({ from, to, grade, onClose }: Props) {
  const client = useQueryClient()
  const toast = useToast()
  const { isBusy, refusal, send } = useSending()
  const copy = async () => {
    const { changed } = await copyTeaching({ fromTermId: from.id, toTermId: to.id, gradeId: grade.id })
    await client.invalidateQueries({ queryKey: schoolingKey })
    toast.success(changed > 0 ? `已沿用 ${changed} 项任课` : '没有可以沿用的任课')
    onClose()
  }
  return (
    <Dialog
      title={`沿用任课：${grade.name}`}
      size="question"
      busy={isBusy}
      onClose={onClose}
      foot={
        <>
          <Button data-first="" disabled={isBusy} onClick={onClose}>
            取消
          </Button>
          <Button type="primary" loading={isBusy} onClick={() => void send(copy)}>
            沿用
          </Button>
        </>
      }
    >
      <Refusal words={refusal} />
      <p>{`把${grade.name}在${from.name}的任课沿用到${to.name}。已经安排的不变，离岗的教师不沿用。`}</p>
    </Dialog>
  )
}
