import { lazy } from 'react'
import { z } from 'zod'
import type { FormSpec } from '#packages/web/desk/form/spec.ts'
import { asking, type Act, type OpeningAct, type Preview, type Targets } from '#packages/web/desk/list/spec.ts'
import { appStatuses, type Application } from '../../../contract.ts'
import { apply, applicationDetail, audit, type ApplicationRow, type AuditAct } from '../../manage-queries.ts'
import { bodyOf, valuesOf } from './application-form.tsx'

// Whoever changes a secret does so once in months.
const SecretDialog = lazy(() => import('./secret-dialog.tsx'))

type ActName = Application['acts'][number]
const may = (act: ActName) => (row: Application) => row.acts.includes(act)

/** The version is that of the row somebody has looked at: what was changed since is not decided about unseen. */
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

const keyOf = (targets: Targets) => ('ids' in targets ? targets.ids[0]! : '')
const read = (targets: Targets) => applicationDetail(keyOf(targets)).queryFn({ signal: new AbortController().signal })

interface Deciding {
  act: AuditAct
  label: string
  /** What is asked for, and what is said where it is missing. */
  asks: string
  wrong?: string
  done: string
  isDanger?: boolean
  isUsual?: boolean
  isApart?: boolean
  preview?: (targets: Targets) => Promise<Preview>
}

const deciding = ({ act, label, asks, wrong, done, preview, ...looks }: Deciding): Act<ApplicationRow> =>
  asking<ApplicationRow, Decision>({
    key: act,
    label,
    permission: 'app.audit',
    isSingle: true,
    ...looks,
    when: may(act),
    done: () => done,
    ask: (_, [row]) => decisionForm(row!, asks, wrong),
    ...(preview && { preview: (targets) => preview(targets) }),
    run: async (targets, { auditReason, version }) =>
      void (await audit({ key: keyOf(targets), version }, act, auditReason)),
  })

/** What agreeing would change: the status of a new one, or the parts of one that serves. */
async function previewAgreeing(targets: Targets): Promise<Preview> {
  const { name, status, pending } = await read(targets)
  const changes =
    pending.length > 0
      ? pending.map(({ title, before, after }) => ({ label: title, before: before || '空', after: after || '空' }))
      : [{ label: '状态', before: appStatuses[status], after: appStatuses[2] }]
  return { count: 1, names: [name], changes, consequences: [], note: '立即生效' }
}

async function previewStopping(targets: Targets): Promise<Preview> {
  const { name, status } = await read(targets)
  return {
    count: 1,
    names: [name],
    changes: [{ label: '状态', before: appStatuses[status], after: appStatuses[4], warning: '立即不能打开' }],
    consequences: [{ label: '授权', words: '保留，恢复后照旧' }],
  }
}

async function previewClosing(targets: Targets): Promise<Preview> {
  const { name, status } = await read(targets)
  return {
    count: 1,
    names: [name],
    changes: [{ label: '状态', before: appStatuses[status], after: appStatuses[9], warning: '不能恢复' }],
    consequences: [{ label: '密钥', words: '立即失效' }],
  }
}

const submitAct: Act<ApplicationRow> = {
  key: 'submit',
  label: '提交审核',
  permission: 'app.edit',
  isSingle: true,
  isUsual: true,
  when: may('submit'),
  run: async (targets) => {
    const row = await read(targets)
    await apply(bodyOf({ ...valuesOf(row), isSubmitted: true }, row))
  },
  done: () => '已提交审核',
}

const secretAct: OpeningAct<ApplicationRow> = {
  key: 'secret',
  label: '更换密钥…',
  permission: 'app.edit',
  isSingle: true,
  isApart: true,
  when: may('secret'),
  open: (row, page) => <SecretDialog row={row} onClose={page.close} onChanged={page.refresh} />,
}

/** What can be done with an application, as far as the server says that it can at this moment. */
export const applicationActs: readonly Act<ApplicationRow>[] = [
  submitAct,
  deciding({
    act: 'agree',
    label: '同意',
    asks: '审核意见',
    done: '已审核通过',
    isUsual: true,
    preview: previewAgreeing,
  }),
  deciding({
    act: 'refuse',
    label: '驳回',
    asks: '驳回理由',
    wrong: '请填写驳回理由',
    done: '已驳回',
    isDanger: true,
    isUsual: true,
  }),
  deciding({ act: 'resume', label: '恢复', asks: '说明', done: '已恢复使用', isUsual: true }),
  secretAct,
  deciding({
    act: 'stop',
    label: '停用',
    asks: '停用理由',
    wrong: '请填写停用理由',
    done: '已停用应用',
    isDanger: true,
    isApart: true,
    preview: previewStopping,
  }),
  deciding({
    act: 'close',
    label: '注销',
    asks: '说明',
    done: '已注销应用',
    isDanger: true,
    preview: previewClosing,
  }),
]
