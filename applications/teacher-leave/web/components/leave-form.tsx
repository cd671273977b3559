import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { enumOf } from '#packages/contract'
import { call } from '#packages/web/core/call.ts'
import type { Field, FormSpec } from '#packages/web/core/form/form-spec.ts'
import { formatDate } from '#packages/web/core/format/time.ts'
import type { CoverItem } from '#engines/cover/contract.ts'
import { halves } from '#kernel/schooling/contract.ts'
import { leaveApi, leaveForm, leaveRecordApi, type LeaveDetail } from '../../contract.ts'
import { choicesQuery, countQuery } from '../leave-queries.ts'
import ApprovalPath from './approval-path.tsx'
import { LessonsControl } from './lessons-control.tsx'
import { ReasonControl } from './reason-control.tsx'
import { SpanControl } from './span-control.tsx'
import { TypeChips } from './type-chips.tsx'

const reference = z.object({ id: z.string(), name: z.string() })
const { startsOn, endsOn, startTime, endTime, isDifficult, babies, reason } = leaveForm.shape
const { contact, destination, leavesCity, files } = leaveForm.shape
const span = z
  .object({
    startsOn,
    startHalf: enumOf(halves),
    endsOn,
    endHalf: enumOf(halves),
    startTime: startTime.unwrap(),
    endTime: endTime.unwrap(),
    isDifficult,
    babies,
  })
  .refine(
    (one) => one.startsOn < one.endsOn || (one.startsOn === one.endsOn && one.startHalf <= one.endHalf),
    '结束时间不能早于开始时间',
  )
const schema = z.object({
  /** Whoever it is entered for; empty for oneself. */
  person: z.array(reference),
  typeId: z.string().min(1, '请选择假期类型'),
  span,
  reason,
  contact: contact.unwrap(),
  destination: destination.unwrap(),
  leavesCity: leavesCity.unwrap(),
  deputy: z.array(reference),
  files: files.unwrap(),
  /** Who gives the lessons meanwhile. */
  covers: z.array(z.custom<CoverItem>()),
})
export type LeaveValues = z.output<typeof schema>

/** own: one's own request · change: of an approved one · proxy: entered for somebody else. */
type Mode = 'own' | 'change' | 'proxy'

const createInitial = (): LeaveValues => {
  const today = formatDate(new Date())
  return {
    person: [],
    typeId: '',
    span: { startsOn: today, startHalf: 'am', endsOn: today, endHalf: 'pm', startTime: null, endTime: null },
    reason: '',
    contact: '',
    destination: '',
    leavesCity: false,
    deputy: [],
    files: [],
    covers: [],
  }
}

/** The values of an existing request. */
export const getLeaveValues = (leave: LeaveDetail): LeaveValues => ({
  person: [],
  typeId: leave.typeId,
  span: {
    startsOn: leave.startsOn,
    startHalf: leave.startHalf,
    endsOn: leave.endsOn,
    endHalf: leave.endHalf,
    startTime: leave.startTime,
    endTime: leave.endTime,
    isDifficult: leave.isDifficult,
    babies: leave.babies,
  },
  reason: leave.reason,
  contact: leave.contact,
  destination: leave.destination,
  leavesCity: leave.leavesCity,
  deputy: leave.deputy ? [leave.deputy] : [],
  files: leave.files.map(({ id }) => id),
  // What was asked for is a request by now, and its lessons say so.
  covers: [],
})

const toForm = ({ person: _, span: dates, deputy, ...values }: LeaveValues) => ({
  ...values,
  ...dates,
  deputyId: deputy[0]?.id ?? null,
})

export const submitLeave = (values: LeaveValues, id: string | null = null) =>
  call(leaveApi.submit, { body: { ...toForm(values), id } })
export const changeLeave = (values: LeaveValues, id: string) =>
  call(leaveApi.change, { body: { ...toForm(values), id } })
export function enterLeave(values: LeaveValues) {
  const { deputyId: _, ...form } = toForm(values)
  return call(leaveRecordApi.proxyApply, { body: { ...form, userId: values.person[0]!.id } })
}

/** The form of a request; `id` is that of an existing one, which does not count against itself. */
export function createLeaveForm(mode: Mode, id: string | null = null): FormSpec<LeaveValues> {
  const personField: Field<LeaveValues> = {
    name: 'person',
    label: '请假人',
    kind: 'control',
    required: true,
    control: { of: 'colleagues', max: 1 },
  }
  const typeField: Field<LeaveValues> = {
    name: 'typeId',
    label: '类型',
    kind: 'custom',
    width: 'fit',
    required: true,
    draw: (props) => <TypeChips {...props} hasBalance={mode === 'own'} />,
  }
  const whenAndWhy: Field<LeaveValues>[] = [
    {
      name: 'span',
      label: '时间',
      kind: 'custom',
      required: true,
      draw: (props, { typeId, person, files: proofs }) => (
        <SpanControl
          {...props}
          typeId={typeId}
          change={id}
          userId={person[0]?.id ?? null}
          hasFiles={proofs.length > 0}
        />
      ),
    },
    { name: 'reason', label: '事由', kind: 'custom', required: true, draw: (props) => <ReasonControl {...props} /> },
    { name: 'files', label: '证明', kind: 'control', control: { of: 'files', max: 9 } },
  ]
  const where: Field<LeaveValues>[] = [
    { name: 'destination', label: '去向', kind: 'text', placeholder: '如 市第一医院' },
    { name: 'leavesCity', label: '离开本市', kind: 'switch' },
    { name: 'contact', label: '联系电话', kind: 'phone', hint: '不填按通讯录的号码联系' },
  ]
  const lessonsField: Field<LeaveValues> = {
    name: 'covers',
    label: '课程',
    kind: 'custom',
    width: 'fit',
    draw: (props, { typeId, span: dates, files: proofs }) => (
      <LessonsControl {...props} span={{ typeId, ...dates }} change={id} hasFiles={proofs.length > 0} />
    ),
  }
  const deputyField: Field<LeaveValues> = {
    name: 'deputy',
    label: '审批代理人',
    kind: 'control',
    control: { of: 'colleagues', max: 1 },
    hint: '请假期间代您处理待审批的事项',
  }
  return {
    schema:
      mode === 'proxy'
        ? schema.refine(({ person }) => person.length > 0, { path: ['person'], error: '请选择请假人' })
        : schema,
    initial: createInitial,
    sections:
      mode === 'change'
        ? [{ fields: [...whenAndWhy, deputyField] }, { title: '课程安排', fields: [lessonsField] }]
        : mode === 'proxy'
          ? [{ fields: [personField, typeField, ...whenAndWhy, ...where] }]
          : [
              { title: '请假', fields: [typeField, ...whenAndWhy] },
              { title: '课程安排', fields: [lessonsField] },
              { title: '去向与代理', fields: [...where, deputyField] },
            ],
    ...(mode !== 'proxy' && { aside: (values) => <LeavePath values={values} change={id} /> }),
    ...(mode === 'own' && {
      keep: {
        label: '保存草稿',
        needs: ['typeId', 'span'],
        submit: (values) => call(leaveApi.save, { body: { ...toForm(values), id } }),
        done: '已保存草稿',
      },
    }),
  }
}

/** Who will decide, as soon as the days are known. */
function LeavePath({ values, change }: { values: LeaveValues; change: string | null }) {
  const { typeId, span: dates, leavesCity: isFar } = values
  const countFor = { change, userId: null, hasFiles: values.files.length > 0 }
  const { data: choices } = useQuery(choicesQuery)
  const type = choices?.types.find(({ id }) => id === typeId)
  const { data: count } = useQuery(countQuery({ typeId, ...dates }, type?.unit === 'hour', countFor))
  const approval = count?.approval
  return (
    <ApprovalPath
      subject="teacher-leave"
      {...(approval && { orgId: approval.orgId })}
      values={approval && { ...approval.values, leavesCity: isFar }}
    />
  )
}
