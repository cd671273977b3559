import { z } from 'zod'
import { optionsOf } from '#packages/contract'
import { formatDate } from '#packages/web/core/format/time.ts'
import type { FormSpec } from '#packages/web/desk/form/form-spec.ts'
import { PersonPicker } from '#kernel/staff/web/index.ts'
import { forceForm, handoverReasons, openForm } from '../contract.ts'

const personField = z.string('请选择人员').nullable()

const openSchema = openForm
  .omit({ userId: true })
  .extend({ userId: personField })
  .refine(({ userId }) => userId !== null, { path: ['userId'], error: '请选择人员' })
export type OpenValues = z.output<typeof openSchema>

/** Begins a hand-over: of a given person, or with a field to choose one. */
export const createOpenForm = (userId?: string): FormSpec<OpenValues> => ({
  schema: openSchema,
  initial: () => ({ userId: userId ?? null, reason: 'transfer', dueOn: formatDate(new Date()) }),
  sections: [
    {
      fields: [
        {
          name: 'userId',
          label: '人员',
          kind: 'custom',
          width: 'long',
          required: true,
          draw: (props) => <PersonPicker {...props} />,
          when: () => userId === undefined,
        },
        { name: 'reason', label: '原因', kind: 'radio', options: optionsOf(handoverReasons), required: true },
        {
          name: 'dueOn',
          label: '最后工作日',
          kind: 'date',
          required: true,
          hint: '班级和管理员职责从次日起由接手人负责，审批立即转交',
        },
      ],
    },
  ],
})

const successorSchema = z
  .object({ to: personField })
  .refine(({ to }) => to !== null, { path: ['to'], error: '请选择接手人' })
export type SuccessorValues = z.output<typeof successorSchema>

export const successorForm: FormSpec<SuccessorValues> = {
  schema: successorSchema,
  initial: () => ({ to: null }),
  sections: [
    {
      fields: [
        {
          name: 'to',
          label: '接手人',
          kind: 'custom',
          width: 'long',
          required: true,
          draw: (props) => <PersonPicker {...props} />,
        },
      ],
    },
  ],
}

const forceSchema = forceForm.pick({ reason: true })
export type ForceValues = z.output<typeof forceSchema>

export const forceFormSpec: FormSpec<ForceValues> = {
  schema: forceSchema,
  initial: () => ({ reason: '' }),
  sections: [
    {
      fields: [
        {
          name: 'reason',
          label: '原因',
          kind: 'textarea',
          required: true,
          placeholder: '如本人失联，无法交接',
          hint: '未交接的审批转给流程规定的人，班级、角色等职务将空缺',
        },
      ],
    },
  ],
}
