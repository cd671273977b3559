import type { ReactNode } from 'react'
import type { SharedFact } from '#packages/web/core/list/list-spec.ts'
import { Button } from '#packages/web/desk/button.tsx'
import { FieldValue } from '#packages/web/desk/entity/field-control.tsx'
import { FormDialog } from '#packages/web/desk/form/form-dialog.tsx'
import { col, RowStatusTag } from '#packages/web/desk/list/columns.tsx'
import type { Column, DetailSectionSpec, DialogAction } from '#packages/web/desk/list/list-spec.ts'
import { useSetParams } from '#packages/web/desk/page-search.tsx'
import { getStateLook } from '#packages/web/desk/status-look.ts'
import { useToast } from '#packages/web/desk/toast.tsx'
import { FlowOfRecord } from '#kernel/approval/web/api.ts'
import { proofStates, type LeaveDetail, type OwnLeave } from '../../contract.ts'
import { formatAmount, formatShortSpan, formatSpan } from '../leave-text.ts'
import { listLeaveFacts } from '../own-leave-list.ts'
import { DayLines, listDayLines } from './day-lines.tsx'
import { changeLeave, createLeaveForm, getLeaveValues } from './leave-form.tsx'

type Row = OwnLeave & { leave?: LeaveDetail }

/** The columns of a list of requests: the span as one text, the amount with its unit. */
export const createLeaveColumns = <R extends OwnLeave>(columns: readonly Column<R>[]): Column<R>[] =>
  columns.flatMap((column) => {
    if (column.key === 'endsOn') return []
    if (column.key === 'startsOn')
      return [col.text<R>({ key: 'startsOn', title: '时间', width: 256, card: 'fact', of: formatShortSpan })]
    if (column.key === 'amount')
      return [
        {
          ...col.text<R>({
            key: 'amount',
            title: '时长',
            width: 88,
            card: 'fact',
            of: ({ amount, unit }) => formatAmount(amount / 100, unit),
          }),
          align: 'right' as const,
        },
      ]
    // Most leaves need no proof: that is not worth a word.
    if (column.key === 'proof')
      return [{ ...column, cell: ({ proof }) => (proof === 'none' ? '—' : <ProofTag proof={proof} />) }]
    return [column]
  })

/** Only a proof that is due needs an eye. */
const ProofTag = ({ proof }: { proof: 'due' | 'given' }) => (
  <RowStatusTag status={{ ...getStateLook(proofStates[proof]), isNormal: proof === 'given' }} />
)

const drawFact = ({ text, href, drawn }: SharedFact, rowName: string): ReactNode => {
  if (drawn) return <FieldValue of={drawn.of} value={drawn.value} rowName={rowName} />
  return href ? <a href={href}>{text}</a> : text
}

/** The details of a request beside a list: facts, days, approval. */
export function listLeaveSections(leave: LeaveDetail): DetailSectionSpec[] {
  const facts = listLeaveFacts(leave).filter(({ text }) => text)
  return [
    {
      facts: facts.map((fact) => ({ label: fact.label, value: drawFact(fact, leave.typeName) })),
      whole: <ChangeLinks leave={leave} />,
    },
    ...(leave.perDay.length > 1
      ? [{ title: '每天明细', facts: [], whole: <DayLines lines={listDayLines(leave)} /> }]
      : []),
    ...(leave.flowId ? [{ title: '审批', facts: [], whole: <FlowOfRecord flowId={leave.flowId} /> }] : []),
  ]
}

/** The request before or after a change. */
function ChangeLinks({ leave: { parentId, changedById } }: { leave: LeaveDetail }) {
  const setParams = useSetParams()
  const link = (id: string | null, label: string) =>
    id && (
      <Button type="link" size="small" onClick={() => setParams({ open: id })}>
        {label}
      </Button>
    )
  return (
    <>
      {link(parentId, '查看原请假')}
      {link(changedById, '查看变更后的请假')}
    </>
  )
}

/** 变更: a longer or shorter span, which replaces the request once it is approved. */
export const changeAction: DialogAction<Row> = {
  key: 'change',
  label: '变更',
  permission: 'staff',
  isSingle: true,
  isPrimary: true,
  when: ({ leave }) => leave?.may.includes('change') ?? false,
  open: ({ leave }, { close, refresh }) => <ChangeDialog leave={leave!} onClose={close} onDone={refresh} />,
}

interface ChangeProps {
  leave: LeaveDetail
  onClose: () => void
  onDone: () => Promise<void>
}

function ChangeDialog({ leave, onClose, onDone }: ChangeProps) {
  const toast = useToast()
  return (
    <FormDialog
      title={`变更${leave.typeName}`}
      lead={<p>原请假 {formatSpan(leave)}，变更批准前仍有效</p>}
      form={createLeaveForm('change', leave.id)}
      initial={getLeaveValues(leave)}
      submitLabel="提交变更"
      submit={async (values) => {
        await changeLeave(values, leave.id)
        toast.success('已提交变更')
        await onDone()
      }}
      onClose={onClose}
    />
  )
}
