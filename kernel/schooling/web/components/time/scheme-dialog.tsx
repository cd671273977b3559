import { useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { formatDate } from '#packages/web/core/format/time.ts'
import { FormDialog } from '#packages/web/desk/form/form-dialog.tsx'
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
import { normalisePeriods, findHoursError, type PeriodDraft } from './period-times.ts'
import { PeriodRows } from './period-rows.tsx'

const kinds = Object.keys(periodKinds) as [PeriodKind, ...PeriodKind[]]
const draft = z.object({
  id: z.string().nullable(),
  key: z.string(),
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
    const message = findHoursError(periods)
    if (message) context.addIssue({ code: 'custom', path: ['periods'], message })
  })
type Values = z.output<typeof schema>

const formOf = (grades: readonly Grade[]): FormSpec<Values> => ({
  schema,
  initial: () => ({
    name: '',
    gradeIds: [],
    startsOn: getFirstDayOfSchoolYear(getSchoolYear(formatDate(new Date()))),
    endsOn: '',
    periods: [{ id: null, key: 'first', name: '第1节', begins: '08:00', ends: '08:40', kind: 'lesson' }],
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
          kind: 'custom',
          width: 'long',
          required: true,
          draw: ({ value, onChange }) => <PeriodRows periods={value as PeriodDraft[]} onChange={onChange} />,
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
  periods: periods.map(({ id, name: of, begins, ends, kind }) => ({ id, key: id!, name: of, begins, ends, kind })),
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
      periods: normalisePeriods(periods).map(({ key: _, ...period }, at) => ({ ...period, sort: at + 1 })),
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
