import { useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { formatDate } from '#packages/web/core/format/time.ts'
import { FormDialog } from '#packages/web/desk/form/form-dialog.tsx'
import type { FormSpec } from '#packages/web/desk/form/form-spec.ts'
import { useToast } from '#packages/web/desk/toast.tsx'
import { getSchoolYear, type Term } from '../../../contract.ts'
import { saveTerm, timeKey } from '../../time-queries.ts'
import type { ShownOrg } from './org-tabs.tsx'

const schema = z
  .object({
    schoolYear: z.int('请选择学年'),
    number: z.int('请选择学期'),
    startsOn: z.iso.date('请填写开始日期'),
    endsOn: z.iso.date('请填写结束日期'),
  })
  .refine(({ startsOn, endsOn }) => startsOn < endsOn, { path: ['endsOn'], error: '结束日期应晚于开始日期' })
type Values = z.output<typeof schema>

/** The next term with default dates; without terms the first of the current school year. */
function nextTerm(terms: readonly Term[]): Values {
  const [last] = terms
  const running = getSchoolYear(formatDate(new Date()))
  const schoolYear = last ? last.schoolYear + (last.number === 2 ? 1 : 0) : running
  return last?.number === 1
    ? { schoolYear, number: 2, startsOn: `${schoolYear + 1}-02-15`, endsOn: `${schoolYear + 1}-07-10` }
    : { schoolYear, number: 1, startsOn: `${schoolYear}-09-01`, endsOn: `${schoolYear + 1}-01-31` }
}

/** Year and number of a term cannot be changed later, because other records refer to the term. */
function formOf(term: Term | undefined, terms: readonly Term[]): FormSpec<Values> {
  const next = nextTerm(terms)
  const years = [-2, -1, 0, 1].map((more) => next.schoolYear + more)
  return {
    schema,
    initial: () => (term ? pick(term) : next),
    sections: [
      {
        fields: [
          {
            name: 'schoolYear',
            label: '学年',
            kind: 'select',
            width: 'short',
            required: true,
            options: years.map((year) => ({ value: year, label: `${year}学年` })),
            when: () => !term,
          },
          {
            name: 'number',
            label: '学期',
            kind: 'radio',
            required: true,
            when: () => !term,
            options: [
              { value: 1, label: '第一学期' },
              { value: 2, label: '第二学期' },
            ],
          },
          { name: 'startsOn', label: '开始日期', kind: 'date', required: true },
          { name: 'endsOn', label: '结束日期', kind: 'date', required: true, hint: '包含这一天' },
        ],
      },
    ],
  }
}

interface Props extends ShownOrg {
  /** Undefined for a new term. */
  term: Term | undefined
  /** All terms, newest first. */
  terms: readonly Term[]
  onClose: () => void
}

/** Edits the dates of a term. */
export function TermDialog({ orgId, isDistrict, term, terms, onClose }: Props) {
  const client = useQueryClient()
  const toast = useToast()
  const submit = async ({ schoolYear, number, startsOn, endsOn }: Values) => {
    await saveTerm({ orgId, schoolYear, number, startsOn, endsOn, version: term?.version ?? 0 })
    toast.success(term && !isDistrict ? '已保存本校日期' : '已保存学期')
    await client.invalidateQueries({ queryKey: timeKey })
  }
  return (
    <FormDialog
      title={term ? `编辑${term.name}` : '新建学期'}
      form={formOf(term, terms)}
      initial={term && pick(term)}
      submit={submit}
      onClose={onClose}
    />
  )
}

const pick = ({ schoolYear, number, startsOn, endsOn }: Term): Values => ({ schoolYear, number, startsOn, endsOn })
