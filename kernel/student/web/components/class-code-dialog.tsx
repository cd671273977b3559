import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#packages/web/desk/button.tsx'
import { CopyButton } from '#packages/web/desk/copy-button.tsx'
import { Dialog } from '#packages/web/desk/dialog.tsx'
import { ConfirmAction } from '#packages/web/desk/confirm-action.tsx'
import { ErrorNote } from '#packages/web/desk/error-note.tsx'
import { usePageSearch } from '#packages/web/desk/page-search.tsx'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { PlainSelect } from '#packages/web/desk/plain-select.tsx'
import { fetchClassCode, classTreeQuery } from '../class-queries.ts'
import { parseNodeId } from '../student-tree.ts'
import { ClassCodeView, type ClassCode } from './class-code-view.tsx'
import { useAsyncAction } from './use-async-action.ts'
import styles from './class-code-dialog.module.css'

/** The class code for guardians, large enough for a wall display, with a QR code. */
export default function ClassCodeDialog({ onClose }: { onClose: () => void }) {
  const { search } = usePageSearch()
  const open = parseNodeId(search.get('node'))
  const { data, error, refetch } = useQuery(classTreeQuery(open.orgId))
  const [chosen, setChosen] = useState(open.classId ?? '')
  const [code, setCode] = useState<ClassCode>()
  const { isBusy, refusal, run } = useAsyncAction()
  if (code) {
    const renew = () => run(async () => setCode(await fetchClassCode(chosen, true)))
    return <ShownCode code={code} isBusy={isBusy} refusal={refusal} onClose={onClose} onRenew={renew} />
  }
  const classes = data?.grades.flatMap((grade) => grade.classes) ?? []
  // With only one class there is no choice.
  const classId = chosen || (classes.length === 1 ? classes[0]!.id : '')
  const make = async () => {
    setChosen(classId)
    setCode(await fetchClassCode(classId, false))
  }
  return (
    <ConfirmAction
      title="班级邀请码"
      submitLabel="查看邀请码"
      isDisabled={!classId}
      submit={make}
      onSent={() => {}}
      onClose={onClose}
    >
      {error && !data ? (
        <PageState status="failed" error={error} onRetry={() => void refetch()} />
      ) : (
        <div className={styles['ask']}>
          <p>家长用邀请码和孩子证件号后四位绑定。邀请码有有效期，不要发到公开的地方。</p>
          <PlainSelect
            label="班级"
            value={classId}
            placeholder={!data ? '正在加载' : classes.length === 0 ? '您还没有任教班级' : '请选择班级'}
            disabled={classes.length === 0}
            options={classes.map(({ id, label, teacherName }) => ({
              value: id,
              label: [label, teacherName].filter(Boolean).join('　'),
            }))}
            onChange={setChosen}
          />
        </div>
      )}
    </ConfirmAction>
  )
}

interface ShownCodeProps {
  code: ClassCode
  isBusy: boolean
  refusal: string | undefined
  onRenew: () => void
  onClose: () => void
}

function ShownCode({ code, isBusy, refusal, onRenew, onClose }: ShownCodeProps) {
  return (
    <Dialog
      title={`班级邀请码：${code.className}`}
      size="question"
      busy={isBusy}
      onClose={onClose}
      foot={
        <>
          <Button loading={isBusy} onClick={onRenew}>
            更换邀请码
          </Button>
          <CopyButton text={code.code} label="复制" name="邀请码" />
          <Button type="primary" data-first="" onClick={onClose}>
            完成
          </Button>
        </>
      }
    >
      <ErrorNote message={refusal} />
      <ClassCodeView code={code} />
    </Dialog>
  )
}
