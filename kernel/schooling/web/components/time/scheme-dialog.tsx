import { useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { formatDate } from '#packages/web/core/format/time.ts'
import { FormDialog } from '#packages/web/desk/form/form-dialog.tsx'
import { optionsOf } from '#packages/contract'
import type { RowsSpec } from '#packages/web/core/form/form-spec.ts'
import type { FormSpec } from '#packages/web/desk/form/form-spec.ts'
import { useToast } from '#packages/web/desk/toast.tsx'
import {
  getFirstDayOfSchoolYear,
  periodKinds,
  getSchoolYear,
  type Grade,
  type PeriodKind,
  type PeriodScheme,
} from '../../../contract.ts'
import { saveScheme, timeKey } from '../../time-queries.ts'
import { createNextPeriod, findHoursError, normalisePeriods, parseClock } from './period-times.ts'

const kinds = Object.keys(periodKinds) as [PeriodKind, ...PeriodKind[]]
const draft = z.object({
  id: z.string().nullable(),
  slotId: z.string().nullable(),
  name: z.string(),
  begins: z.string(),
  ends: z.string(),
  kind: z.enum(kinds),
})
const schema = z
  .object({
    name: z.string().trim().min(1, '请填写作息名称').max(30, '作息名称不超过30字'),
    gradeIds: z.array(z.string()),
    startsOn: z.iso.date('请填写开始日期'),
    endsOn: z.union([z.literal(''), z.iso.date('请填写结束日期')]),
    periods: z.array(draft).max(30, '最多30节'),
  })
  .refine(({ startsOn, endsOn }) => endsOn === '' || endsOn >= startsOn, {
    path: ['endsOn'],
    error: '结束日期不能早于开始日期',
  })
  .superRefine(({ periods }, context) => {
    const error = findHoursError(periods)
    if (error) context.addIssue({ code: 'custom', path: ['periods', ...error.path], message: error.message })
  })
type Values = z.output<typeof schema>

const tidyClock = (typed: string) => parseClock(typed) ?? typed
const periodRows: RowsSpec<Values['periods'][number]> = {
  add: '新建一节',
  min: 1,
  max: 30,
  create: createNextPeriod,
  cells: [
    { name: 'name', label: '名称', kind: 'text', required: true },
    { name: 'kind', label: '类型', kind: 'select', required: true, columnWidth: 112, options: optionsOf(periodKinds) },
    {
      name: 'begins',
      label: '开始',
      kind: 'text',
      required: true,
      columnWidth: 80,
      placeholder: '08:00',
      tidy: tidyClock,
    },
    {
      name: 'ends',
      label: '结束',
      kind: 'text',
      required: true,
      columnWidth: 80,
      placeholder: '08:40',
      tidy: tidyClock,
    },
  ],
}

const formOf = (grades: readonly Grade[]): FormSpec<Values> => ({
  schema,
  initial: () => ({
    name: '',
    gradeIds: [],
    startsOn: getFirstDayOfSchoolYear(getSchoolYear(formatDate(new Date()))),
    endsOn: '',
    periods: [{ id: null, slotId: null, name: '第1节', begins: '08:00', ends: '08:40', kind: 'lesson' }],
  }),
  sections: [
    {
      fields: [
        { name: 'name', label: '名称', kind: 'text', width: 'middle', required: true, placeholder: '如 夏令时' },
        {
          name: 'gradeIds',
          label: '年级',
          kind: 'multi',
          width: 'long',
          hint: '不选则为全部年级',
          options: grades.map(({ id, name }) => ({ value: id, label: name })),
        },
        { name: 'startsOn', label: '开始日期', kind: 'date', required: true },
        { name: 'endsOn', label: '结束日期', kind: 'date', hint: '不填则一直使用' },
        {
          name: 'periods',
          label: '节次',
          kind: 'rows',
          required: true,
          rows: periodRows,
        },
      ],
    },
  ],
})

const known = ({ name, gradeIds, startsOn, endsOn, periods }: PeriodScheme): Values => ({
  name,
  gradeIds,
  startsOn,
  endsOn: endsOn ?? '',
  periods: periods.map(({ sort: _, ...period }) => period),
})

interface Props {
  orgId: string | null
  grades: readonly Grade[]
  /** Undefined for a new scheme. */
  scheme: PeriodScheme | undefined
  onClose: () => void
}

/** Edits a period scheme. */
export function SchemeDialog({ orgId, grades, scheme, onClose }: Props) {
  const client = useQueryClient()
  const toast = useToast()
  const submit = async ({ endsOn, periods, ...values }: Values) => {
    await saveScheme({
      ...values,
      orgId,
      id: scheme?.id ?? null,
      version: scheme?.version ?? 0,
      followsId: null,
      endsOn: endsOn || null,
      periods: normalisePeriods(periods).map((period, at) => ({ ...period, sort: at + 1 })),
    })
    toast.success('已保存作息')
    await client.invalidateQueries({ queryKey: timeKey })
  }
  return (
    <FormDialog
      title={scheme ? `编辑“${scheme.name}”` : '新建作息'}
      form={formOf(grades)}
      initial={scheme && known(scheme)}
      submit={submit}
      onClose={onClose}
    />
  )
}
