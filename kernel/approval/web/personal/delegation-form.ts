import { z } from 'zod'
import type { BodyOf, Reference } from '#packages/contract'
import type { FormSpec } from '#packages/web/core/form/form-spec.ts'
import type { approvalSetupApi, Delegation } from '../../contract.ts'

const person = z.object({ id: z.string(), name: z.string() })
const schema = z.object({
  /** Empty: the user. */
  from: z.array(person),
  to: z.array(person).min(1, '请选择代理人'),
  days: z
    .object({ from: z.string(), to: z.string() })
    .nullable()
    .refine((days) => Boolean(days?.from && days.to), '请选择起止日期')
    .refine((days) => !days || days.from <= days.to, '结束日期不能早于开始日期'),
  /** Empty: all. */
  subjects: z.array(z.string()),
})
export type DelegationValues = z.output<typeof schema>

/** Who decides for whom, when, and what. The same form on the desk and on phones. */
export const createDelegationForm = (
  subjects: readonly { key: string; title: string }[],
): FormSpec<DelegationValues> => ({
  schema,
  initial: () => ({ from: [] as Reference[], to: [] as Reference[], days: null, subjects: [] }),
  sections: [
    {
      fields: [
        { name: 'to', label: '代理人', kind: 'control', required: true, control: { of: 'colleagues', max: 1 } },
        { name: 'days', label: '代理日期', kind: 'days', required: true },
        {
          name: 'subjects',
          label: '代理业务',
          kind: 'multi',
          hint: '不选为全部业务',
          options: subjects.map(({ key, title }) => ({ value: key, label: title })),
        },
        {
          name: 'from',
          label: '替谁设置',
          kind: 'control',
          hint: '不选为本人。同事突然不能处理时，上级或流程管理员可以替他设置',
          control: { of: 'colleagues', max: 1 },
        },
      ],
    },
  ],
})

export function toDelegationBody({ from, to, days, subjects }: DelegationValues) {
  const [delegator] = from
  return {
    ...(delegator && { from: delegator.id }),
    to: to[0]!.id,
    firstDay: days!.from,
    lastDay: days!.to,
    subjects,
  } satisfies BodyOf<typeof approvalSetupApi.delegateSave>
}

export const delegationStates = {
  coming: { label: '未开始', tone: 'info' },
  active: { label: '生效中', tone: 'success' },
  over: { label: '已结束', tone: 'closed' },
  cancelled: { label: '已取消', tone: 'closed' },
} as const satisfies Record<Delegation['status'], { label: string; tone: string }>

/** 2026-11-20 至 2026-11-22; 全部业务; 请假时自动设置. */
export const listDelegationFacts = ({ firstDay, lastDay, subjects, source }: Delegation) => [
  firstDay === lastDay ? firstDay : `${firstDay} 至 ${lastDay}`,
  subjects.length === 0 ? '全部业务' : subjects.join('、'),
  ...(source === 'leave' ? ['请假时自动设置'] : []),
]
