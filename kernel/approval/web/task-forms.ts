import { z } from 'zod'
import { call } from '#packages/web/core/call.ts'
import type { FormSpec } from '#packages/web/core/form/form-spec.ts'
import { approvalApi, approvalSetupApi, commentForm, resubmitForm, type FlowDetail } from '../contract.ts'

type Values = Readonly<Record<string, unknown>>

/** Something that is done to a request and needs more than an opinion; the desk shows a dialog, a phone a page. */
export interface TaskForm {
  key: 'resubmit' | 'return' | 'transfer' | 'addSign' | 'copy' | 'comment' | 'reassign' | 'jump' | 'terminate'
  label: string
  form: FormSpec<Values>
  submit: (values: Values) => Promise<unknown>
  done: string
  /** The reader's task is over: the next request opens. */
  endsTask: boolean
}

const people = (missing: string, max: number) =>
  z
    .array(z.object({ id: z.guid(), name: z.string() }))
    .min(1, missing)
    .max(max, `一次最多选择${max}人`)
const opinion = z.string().trim().max(500, '审批意见不超过500字')
const reason = z.string().trim().min(5, '请填写不少于5个字的原因').max(200, '原因不超过200字')

const returnSchema = z.object({
  to: z.string(),
  resume: z.enum(['all', 'direct']),
  opinion: opinion.min(1, '请填写退回原因'),
})
const transferSchema = z.object({ members: people('请选择转交的人员', 1), opinion })
const addSignSchema = z.object({
  where: z.enum(['before', 'after']),
  members: people('请选择加签人员', 20),
  opinion,
})
const resubmitSchema = resubmitForm.pick({ text: true })
const copySchema = z.object({ members: people('请选择抄送人员', 100) })
const commentSchema = commentForm.pick({ text: true })
const reassignSchema = z.object({ taskId: z.guid('请选择任务'), members: people('请选择改派的人员', 1), reason })
const jumpSchema = z.object({ to: z.string().min(1, '请选择步骤'), reason })
const terminateSchema = z.object({ reason })

/** The value of the applicant in the choice of a step: an empty text would be no choice. */
const applicantKey = '.applicant'
const opinionField = { name: 'opinion', label: '审批意见', kind: 'textarea', width: 'long' } as const
const reasonField = { name: 'reason', label: '原因', kind: 'textarea', width: 'long', required: true } as const
const membersField = (label: string, max: number) =>
  ({
    name: 'members',
    label,
    kind: 'control',
    width: 'long',
    required: true,
    control: { of: 'colleagues', max },
  }) as const

const signatureSchema = z.object({
  fileId: z
    .guid()
    .nullable()
    .refine((fileId) => fileId !== null, '请签名后点“使用此签名”'),
})

/** The signature that decisions use until it is drawn again. */
export const signatureSpec: FormSpec<Values> = {
  schema: signatureSchema,
  initial: () => ({ fileId: null }),
  sections: [
    {
      fields: [
        { name: 'fileId', label: '签名', kind: 'control', width: 'long', required: true, control: { of: 'signature' } },
      ],
    },
  ],
}
export const saveSignature = async (values: Values) => {
  await call(approvalSetupApi.signatureSave, { body: signatureSchema.parse(values) })
}

/** What the reader may do besides approving and refusing. `typed` is the opinion that is already there. */
export function createTaskForms(flow: FlowDetail, typed: string): TaskForm[] {
  const { id: flowId, taskId, may, returnTargets, revision } = flow
  const forms: TaskForm[] = []
  if (revision)
    forms.push({
      key: 'resubmit',
      label: '重新提交',
      form: {
        schema: resubmitSchema,
        initial: () => ({ text: revision.text }),
        sections: [
          { fields: [{ name: 'text', label: revision.label, kind: 'textarea', width: 'long', required: true }] },
        ],
      },
      submit: (values) => call(approvalApi.resubmit, { body: { flowId, ...resubmitSchema.parse(values) } }),
      done: '已重新提交',
      endsTask: false,
    })
  if (taskId && may.includes('return'))
    forms.push({
      key: 'return',
      label: '退回',
      form: {
        schema: returnSchema,
        initial: () => ({ to: returnTargets[0]?.key || applicantKey, resume: 'direct', opinion: typed }),
        sections: [
          {
            fields: [
              {
                name: 'to',
                label: '退回到',
                kind: 'radio',
                required: true,
                options: returnTargets.map(({ key, name }) => ({ value: key || applicantKey, label: name })),
              },
              {
                name: 'resume',
                label: '修改后',
                kind: 'radio',
                required: true,
                options: [
                  { value: 'direct', label: '直接回到我' },
                  { value: 'all', label: '重新逐级审批' },
                ],
              },
              { ...opinionField, label: '退回原因', required: true },
            ],
          },
        ],
      },
      submit: (values) => {
        const { to, ...rest } = returnSchema.parse(values)
        return call(approvalApi.returnTo, { body: { taskId, ...rest, to: to === applicantKey ? '' : to } })
      },
      done: '已退回',
      endsTask: true,
    })
  if (taskId && may.includes('transfer'))
    forms.push({
      key: 'transfer',
      label: '转交',
      form: {
        schema: transferSchema,
        initial: () => ({ members: [], opinion: typed }),
        sections: [{ fields: [membersField('转交给', 1), opinionField] }],
      },
      submit: (values) => {
        const { members, opinion: words } = transferSchema.parse(values)
        return call(approvalApi.transfer, { body: { taskId, opinion: words, to: members[0]!.id } })
      },
      done: '已转交',
      endsTask: true,
    })
  if (taskId && may.includes('addSign'))
    forms.push({
      key: 'addSign',
      label: '加签',
      form: {
        schema: addSignSchema,
        initial: () => ({ where: 'before', members: [], opinion: typed }),
        sections: [
          {
            fields: [
              {
                name: 'where',
                label: '加签方式',
                kind: 'radio',
                required: true,
                options: [
                  { value: 'before', label: '在我之前处理' },
                  { value: 'after', label: '在我之后处理' },
                ],
              },
              membersField('加签人员', 20),
              opinionField,
            ],
          },
        ],
      },
      submit: (values) => {
        const { members, ...rest } = addSignSchema.parse(values)
        return call(approvalApi.addSign, { body: { taskId, ...rest, members: members.map(({ id }) => id) } })
      },
      done: '已加签',
      endsTask: true,
    })
  if (may.includes('copy'))
    forms.push({
      key: 'copy',
      label: '抄送',
      form: {
        schema: copySchema,
        initial: () => ({ members: [] }),
        sections: [{ fields: [membersField('抄送给', 100)] }],
      },
      submit: (values) =>
        call(approvalApi.cc, { body: { flowId, members: copySchema.parse(values).members.map(({ id }) => id) } }),
      done: '已抄送',
      endsTask: false,
    })
  if (may.includes('comment'))
    forms.push({
      key: 'comment',
      label: '评论',
      form: {
        schema: commentSchema,
        initial: () => ({ text: '' }),
        sections: [{ fields: [{ name: 'text', label: '评论', kind: 'textarea', width: 'long', required: true }] }],
      },
      submit: (values) => call(approvalApi.comment, { body: { flowId, ...commentSchema.parse(values) } }),
      done: '已评论',
      endsTask: false,
    })
  return [...forms, ...createAdministratorForms(flow)]
}

/** What an administrator of flows may do to a request that is stuck. */
function createAdministratorForms({ id: flowId, may, steps }: FlowDetail): TaskForm[] {
  const forms: TaskForm[] = []
  const open = steps.flatMap(({ name, seats }) =>
    seats.flatMap((seat) =>
      seat.taskId && seat.status === 'open' ? [{ value: seat.taskId, label: `${seat.name}（${name}）` }] : [],
    ),
  )
  if (may.includes('reassign') && open.length > 0)
    forms.push({
      key: 'reassign',
      label: '改派',
      form: {
        schema: reassignSchema,
        initial: () => ({ taskId: open[0]!.value, members: [], reason: '' }),
        sections: [
          {
            fields: [
              { name: 'taskId', label: '现审批人', kind: 'radio', required: true, options: open },
              membersField('改派给', 1),
              reasonField,
            ],
          },
        ],
      },
      submit: (values) => {
        const { members, ...rest } = reassignSchema.parse(values)
        return call(approvalApi.adminReassign, { body: { ...rest, to: members[0]!.id } })
      },
      done: '已改派',
      endsTask: false,
    })
  const targets = steps.filter(({ type, branch }) => type !== 'copy' && branch === '')
  if (may.includes('jump') && targets.length > 0)
    forms.push({
      key: 'jump',
      label: '跳转',
      form: {
        schema: jumpSchema,
        initial: () => ({ to: '', reason: '' }),
        sections: [
          {
            fields: [
              {
                name: 'to',
                label: '跳转到',
                kind: 'select',
                required: true,
                options: [...new Map(targets.map(({ key, name }) => [key, name]))].map(([value, label]) => ({
                  value,
                  label,
                })),
              },
              reasonField,
            ],
          },
        ],
      },
      submit: (values) => call(approvalApi.adminJump, { body: { flowId, ...jumpSchema.parse(values) } }),
      done: '已跳转',
      endsTask: false,
    })
  if (may.includes('terminate'))
    forms.push({
      key: 'terminate',
      label: '终止',
      form: {
        schema: terminateSchema,
        initial: () => ({ reason: '' }),
        sections: [{ fields: [reasonField] }],
      },
      submit: (values) => call(approvalApi.adminTerminate, { body: { flowId, ...terminateSchema.parse(values) } }),
      done: '已终止',
      endsTask: false,
    })
  return forms
}
