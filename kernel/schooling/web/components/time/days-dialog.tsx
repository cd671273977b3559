import { useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { FormDialog } from '#packages/web/desk/form/form-dialog.tsx'
import type { FormSpec } from '#packages/web/desk/form/form-spec.ts'
import { useToast } from '#packages/web/desk/toast.tsx'
import type { CalendarDay, DayKind } from '../../../contract.ts'
import { clearDays, saveDays, timeKey } from '../../time-queries.ts'
import { weekdays } from './calendar-months.ts'
import type { ShownOrg } from './org-tabs.tsx'

export interface DateSpan {
  from: string
  to: string
}

/** The kinds that can be set; `clear` deletes the entry. */
const kinds = [
  { value: 'rest', label: '放假' },
  { value: 'make-up', label: '调休上课' },
  { value: 'activity', label: '校内活动' },
  { value: 'closed', label: '停课' },
  { value: 'class', label: '正常上课' },
] as const
const clear = 'clear'
type Kind = DayKind | typeof clear

const schema = z
  .object({
    from: z.iso.date('请填写开始日期'),
    to: z.iso.date('请填写结束日期'),
    kind: z.enum([...kinds.map(({ value }) => value), clear], '请选择类型'),
    asWeekday: z.int().nullable(),
    name: z.string().trim().max(30, '名称不超过30字'),
  })
  .refine(({ from, to }) => from <= to, { path: ['to'], error: '结束日期不能早于开始日期' })
  .refine(({ kind, asWeekday }) => kind !== 'make-up' || asWeekday !== null, {
    path: ['asWeekday'],
    error: '请选择按周几上课',
  })
type Values = z.output<typeof schema>

function formOf({ from, to }: DateSpan, known: CalendarDay | undefined, isDistrict: boolean): FormSpec<Values> {
  const isSet = known !== undefined && known.source !== 'regular'
  return {
    schema,
    // The current entry; otherwise the most frequent change: 放假 for a school day, 调休上课 for a day off.
    initial: () => ({
      from,
      to,
      kind: isSet ? known.kind : known?.kind === 'rest' ? 'make-up' : 'rest',
      asWeekday: isSet && known.kind === 'make-up' ? known.asWeekday : null,
      name: isSet ? known.name : '',
    }),
    sections: [
      {
        fields: [
          { name: 'from', label: '开始日期', kind: 'date', required: true },
          { name: 'to', label: '结束日期', kind: 'date', required: true },
          {
            name: 'kind',
            label: '安排',
            kind: 'radio',
            width: 'long',
            required: true,
            options: [...kinds, { value: clear, label: isDistrict ? '恢复国家安排' : '恢复全区安排' }],
            hint: isDistrict
              ? '“恢复国家安排”：删除本区设置，恢复为国务院放假安排'
              : '“恢复全区安排”：删除本校设置，恢复为全区校历',
          },
          {
            name: 'asWeekday',
            label: '按周几上课',
            kind: 'select',
            width: 'short',
            required: true,
            options: weekdays.map((word, at) => ({ value: at + 1, label: `周${word}` })),
            when: ({ kind }) => kind === 'make-up',
          },
          {
            name: 'name',
            label: '名称',
            kind: 'text',
            width: 'middle',
            placeholder: '如 秋季运动会',
            when: ({ kind }) => kind !== 'clear',
          },
        ],
      },
    ],
  }
}

interface Props extends ShownOrg {
  span: DateSpan
  days: readonly CalendarDay[]
  onClose: () => void
}

/** Sets the kind of some days. */
export function DaysDialog({ orgId, isDistrict, span, days, onClose }: Props) {
  const client = useQueryClient()
  const toast = useToast()
  const known = days.find(({ day }) => day === span.from)
  const submit = async ({ kind, ...values }: Values) => {
    const { days: changed } = await send(kind, values)
    toast.success(
      changed === 0 ? '这些日期没有单独设置' : kind === 'clear' ? `已恢复${changed}天` : `已设置${changed}天`,
    )
    await client.invalidateQueries({ queryKey: timeKey })
  }
  const send = (kind: Kind, { from, to, asWeekday, name }: Omit<Values, 'kind'>) =>
    kind === 'clear' ? clearDays(orgId, from, to) : saveDays({ orgId, from, to, kind, asWeekday, name })
  return (
    <FormDialog
      title={isDistrict ? '设置全区校历' : '设置本校校历'}
      form={formOf(span, known, isDistrict)}
      submit={submit}
      onClose={onClose}
    />
  )
}
