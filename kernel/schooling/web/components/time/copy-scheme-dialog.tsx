import { useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { FormDialog } from '#packages/web/desk/form/form-dialog.tsx'
import type { FormSpec } from '#packages/web/desk/form/form-spec.ts'
import { useToast } from '#packages/web/desk/toast.tsx'
import type { PeriodScheme } from '../../../contract.ts'
import { saveScheme, timeKey } from '../../time-queries.ts'
import { shiftClock } from './period-times.ts'

const schemaFor = ({ name, startsOn, periods }: PeriodScheme) =>
  z
    .object({
      name: z.string().trim().min(1, '请填写作息名称').max(30, '作息名称不超过30字'),
      from: z.iso.date('请填写开始日期'),
      later: z.int('请填写整数'),
      direction: z.enum(['later', 'earlier']),
    })
    .refine(({ from }) => from > startsOn, { path: ['from'], error: `应晚于“${name}”的开始日期` })
    .refine(({ later, direction }) => moved(periods, direction === 'later' ? later : -later) !== undefined, {
      path: ['later'],
      error: '调整后超出当天',
    })
type Values = z.output<ReturnType<typeof schemaFor>>

/**
 * Shifts all periods, which keep their `slotId`, so that lessons stay in them; undefined when one would leave the day.
 */
function moved(periods: PeriodScheme['periods'], minutes: number) {
  const all = periods.flatMap((period) => {
    const begins = shiftClock(period.begins, minutes)
    const ends = shiftClock(period.ends, minutes)
    return begins && ends ? [{ ...period, id: null, begins, ends }] : []
  })
  return all.length === periods.length ? all : undefined
}

const formOf = (scheme: PeriodScheme): FormSpec<Values> => ({
  schema: schemaFor(scheme),
  initial: () => ({ name: `${scheme.name}（新）`, from: '', later: 0, direction: 'later' }),
  sections: [
    {
      fields: [
        { name: 'name', label: '新作息名称', kind: 'text', width: 'middle', required: true },
        {
          name: 'from',
          label: '开始日期',
          kind: 'date',
          required: true,
          hint: `“${scheme.name}”在前一天结束，如夏令时换冬令时`,
        },
        {
          name: 'direction',
          label: '时间',
          kind: 'radio',
          required: true,
          options: [
            { value: 'later', label: '推迟' },
            { value: 'earlier', label: '提前' },
          ],
        },
        {
          name: 'later',
          label: '分钟',
          kind: 'number',
          width: 'short',
          required: true,
          hint: '全部节次一起调整，0 为不变',
        },
      ],
    },
  ],
})

/** Copies a scheme shifted by some minutes, from a day on: 夏令 to 冬令. */
export function CopySchemeDialog(props: { orgId: string | null; scheme: PeriodScheme; onClose: () => void }) {
  const { orgId, scheme, onClose } = props
  const client = useQueryClient()
  const toast = useToast()
  const submit = async ({ name, from, later, direction }: Values) => {
    const periods = moved(scheme.periods, direction === 'later' ? later : -later)!
    await saveScheme({
      id: null,
      orgId,
      name,
      gradeIds: scheme.gradeIds,
      startsOn: from,
      periods,
      // An end after the start of the copy is kept.
      endsOn: scheme.endsOn !== null && scheme.endsOn >= from ? scheme.endsOn : null,
      followsId: scheme.id,
      version: 0,
    })
    toast.success('已保存新作息')
    await client.invalidateQueries({ queryKey: timeKey })
  }
  return <FormDialog title={`复制“${scheme.name}”`} form={formOf(scheme)} submit={submit} onClose={onClose} />
}
