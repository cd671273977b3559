import { lazy } from 'react'
import { z } from 'zod'
import { appAudiences } from '#packages/contract'
import type { FormSpec } from '#packages/web/desk/form/form-spec.ts'
import {
  formAction,
  type RowAction,
  type DialogAction,
  type ActionPreview,
  type Targets,
} from '#packages/web/desk/list/list-spec.ts'
import { appStatuses, type Application } from '../../../contract.ts'
import {
  saveApplication,
  applicationDetail,
  decideApplication,
  formatAppName,
  limitApplication,
  resetSecret,
  type ApplicationRow,
  type ApplicationDecision,
} from '../../application-queries.ts'
import { toRequestBody, toFormValues } from './application-form.tsx'

// Lazy, because secrets are changed rarely.
const SecretDialog = lazy(() => import('./secret-dialog.tsx'))

type ApplicationActionName = Application['actions'][number]
const allows = (action: ApplicationActionName) => (row: Application) => row.actions.includes(action)

/** The version of the row that the user saw, so that nobody decides about unseen changes. */
interface Decision {
  auditReason: string
  version: number
}
const written = z.string().trim().max(200, '理由不超过200字')

const decisionForm = (row: Application, label: string, wrong?: string): FormSpec<Decision> => ({
  schema: z.object({ auditReason: wrong ? written.min(1, wrong) : written, version: z.int() }),
  initial: () => ({ auditReason: '', version: row.version }),
  sections: [
    { fields: [{ name: 'auditReason', label, kind: 'textarea', width: 'long', required: wrong !== undefined }] },
  ],
})

const getTargetKey = (targets: Targets) => ('ids' in targets ? targets.ids[0]! : '')
const fetchApplication = (targets: Targets) =>
  applicationDetail(getTargetKey(targets)).queryFn({ signal: new AbortController().signal })

interface DecisionAction {
  act: ApplicationDecision
  label: string
  /** The field label, and the message when the field is empty. */
  fieldLabel: string
  wrong?: string
  done: string
  isDanger?: boolean
  isPrimary?: boolean
  dividerBefore?: boolean
  preview?: (targets: Targets) => Promise<ActionPreview>
}

const buildDecisionAction = ({
  act,
  label,
  fieldLabel,
  wrong,
  done,
  preview,
  ...looks
}: DecisionAction): RowAction<ApplicationRow> =>
  formAction<ApplicationRow, Decision>({
    key: act,
    label,
    permission: 'app.audit',
    isSingle: true,
    ...looks,
    when: allows(act),
    done: () => done,
    createForm: (_, [row]) => decisionForm(row!, fieldLabel, wrong),
    ...(preview && { preview: (targets) => preview(targets) }),
    run: async (targets, { auditReason, version }) =>
      void (await decideApplication({ key: getTargetKey(targets), version }, act, auditReason)),
  })

/** Previews an approval: the new status, or the changed fields of an application in use. */
async function previewAgreeing(targets: Targets): Promise<ActionPreview> {
  const { name, status, pending } = await fetchApplication(targets)
  const changes =
    pending.length > 0
      ? pending.map(({ title, before, after }) => ({ label: title, before: before || '空', after: after || '空' }))
      : [{ label: '状态', before: appStatuses[status], after: appStatuses[2] }]
  return { count: 1, names: [name], changes, consequences: [], note: '立即生效' }
}

async function previewStopping(targets: Targets): Promise<ActionPreview> {
  const { name, status } = await fetchApplication(targets)
  return {
    count: 1,
    names: [name],
    changes: [{ label: '状态', before: appStatuses[status], after: appStatuses[4], warning: '立即不能打开' }],
    consequences: [{ label: '授权', text: '保留，恢复后照旧' }],
  }
}

async function previewClosing(targets: Targets): Promise<ActionPreview> {
  const { name, status } = await fetchApplication(targets)
  return {
    count: 1,
    names: [name],
    changes: [{ label: '状态', before: appStatuses[status], after: appStatuses[9], warning: '不能恢复' }],
    consequences: [{ label: '密钥', text: '立即失效' }],
  }
}

const submitAction: RowAction<ApplicationRow> = {
  key: 'submit',
  label: '提交审核',
  permission: 'app.edit',
  isSingle: true,
  isPrimary: true,
  when: allows('submit'),
  run: async (targets) => {
    const row = await fetchApplication(targets)
    await saveApplication(toRequestBody({ ...toFormValues(row), isSubmitted: true }, row))
  },
  done: () => '已提交审核',
}

const audiences = Object.values(appAudiences)
const limitForm = z.object({ power: z.literal(audiences.map(({ code }) => code)), version: z.int() })

/** Limits a built-in application; to whom exactly is granted under 应用授权管理. */
const limitAction: RowAction<ApplicationRow> = formAction<ApplicationRow, z.output<typeof limitForm>>({
  key: 'limit',
  label: '使用范围…',
  permission: 'app.audit',
  isSingle: true,
  isPrimary: true,
  when: allows('limit'),
  done: () => '已设置使用范围',
  createForm: (_, [row]) => ({
    schema: limitForm,
    initial: () => ({ power: row!.power, version: row!.version }),
    sections: [
      {
        fields: [
          {
            name: 'power',
            label: '使用范围',
            kind: 'select',
            width: 'middle',
            required: true,
            options: audiences.flatMap(({ code, title }) =>
              row!.powers.includes(code) ? { value: code, label: title } : [],
            ),
            hint: '按角色或按人员时，请在“应用授权管理”中选择',
          },
        ],
      },
    ],
  }),
  run: async (targets, values) => void (await limitApplication({ key: getTargetKey(targets), ...values })),
})

const secretAction: DialogAction<ApplicationRow> = {
  key: 'secret',
  label: '更换密钥…',
  permission: 'app.edit',
  isSingle: true,
  dividerBefore: true,
  when: allows('secret'),
  open: (row, page) => (
    <SecretDialog
      name={formatAppName(row)}
      appKey={row.key}
      reset={(change) => resetSecret({ key: row.key, ...change })}
      onClose={page.close}
      onChanged={page.refresh}
    />
  ),
}

/** The actions on an application; the server lists which of them are possible now. */
export const applicationActions: readonly RowAction<ApplicationRow>[] = [
  submitAction,
  buildDecisionAction({
    act: 'agree',
    label: '同意',
    fieldLabel: '审核意见',
    done: '已审核通过',
    isPrimary: true,
    preview: previewAgreeing,
  }),
  buildDecisionAction({
    act: 'refuse',
    label: '驳回',
    fieldLabel: '驳回理由',
    wrong: '请填写驳回理由',
    done: '已驳回',
    isDanger: true,
    isPrimary: true,
  }),
  buildDecisionAction({ act: 'resume', label: '恢复', fieldLabel: '说明', done: '已恢复使用', isPrimary: true }),
  limitAction,
  secretAction,
  buildDecisionAction({
    act: 'stop',
    label: '停用',
    fieldLabel: '停用理由',
    wrong: '请填写停用理由',
    done: '已停用应用',
    isDanger: true,
    dividerBefore: true,
    preview: previewStopping,
  }),
  buildDecisionAction({
    act: 'close',
    label: '注销',
    fieldLabel: '说明',
    done: '已注销应用',
    isDanger: true,
    preview: previewClosing,
  }),
]
