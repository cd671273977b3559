import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import { formatDayTime } from '#packages/web/core/format/time.ts'
import { CopyButton } from '#packages/web/desk/copy-button.tsx'
import { FactGrid } from '#packages/web/desk/fact-grid.tsx'
import { FormDialog } from '#packages/web/desk/form/form-dialog.tsx'
import type { FormSpec } from '#packages/web/desk/form/form-spec.ts'
import { NoticeDialog } from '#packages/web/desk/notice-dialog.tsx'
import { ConfirmAction } from '#packages/web/desk/confirm-action.tsx'
import { useToast } from '#packages/web/desk/toast.tsx'
import { graceHours, secretChangeFields } from '../../../contract.ts'
import { applicationsKey, revokeSecret } from '../../application-queries.ts'
import styles from './secret-dialog.module.css'

interface ShownProps {
  name: string
  appKey: string
  secret: string
  /** Until then the old one is valid too. */
  graceUntil?: string | null
  onClose: () => void
}

/** Shows the secret once; it cannot be shown again. */
export const SecretShown = ({ name, appKey, secret, graceUntil, onClose }: ShownProps) => (
  <NoticeDialog title={`${name}的密钥`} size="form" closeLabel="我已保存" onClose={onClose}>
    <p className={styles['warning']} role="alert">
      密钥只显示这一次，关闭后无法再查看。请现在复制，交给应用的开发单位妥善保管。
    </p>
    <FactGrid
      facts={[
        { label: '应用标识', value: <Copied text={appKey} name="应用标识" /> },
        { label: '应用密钥', value: <Copied text={secret} name="应用密钥" /> },
        ...(graceUntil ? [{ label: '旧密钥', value: `${formatDayTime(graceUntil)}失效` }] : []),
      ]}
    />
  </NoticeDialog>
)

const Copied = ({ text, name }: { text: string; name: string }) => (
  <span className={styles['copied']}>
    <code>{text}</code>
    <CopyButton text={text} label="复制" name={name} />
  </span>
)

/** The grace periods that are offered; 0 ends the old secret at once. */
const gracePeriods = [
  { value: 1, label: '1小时' },
  { value: graceHours.standard, label: '24小时' },
  { value: 72, label: '3天' },
  { value: graceHours.most, label: '7天' },
  { value: 0, label: '已泄露，立即作废' },
]
type SecretChange = z.output<typeof secretChangeFields>

const changeForm: FormSpec<SecretChange> = {
  schema: secretChangeFields.refine(({ graceHours: hours, reason }) => hours > 0 || reason !== '', {
    path: ['reason'],
    error: '请填写泄露的情况',
  }),
  initial: () => ({ graceHours: graceHours.standard, reason: '' }),
  sections: [
    {
      fields: [
        {
          name: 'graceHours',
          label: '旧密钥还能用',
          kind: 'radio',
          width: 'long',
          required: true,
          options: gracePeriods,
        },
        {
          name: 'reason',
          label: '理由',
          kind: 'textarea',
          width: 'long',
          hint: '记入应用日志；已泄露时必填',
        },
      ],
    },
  ],
}

interface Props {
  name: string
  appKey: string
  reset: (change: SecretChange) => Promise<{ secret: string; graceUntil: string | null }>
  onClose: () => void
  onChanged: () => Promise<void>
}

/** Creates a new secret and shows it once. A secret that leaked is ended only after a second question. */
export default function SecretDialog({ name, appKey, reset, onClose, onChanged }: Props) {
  const [draft, setDraft] = useState<SecretChange>()
  const [isAsking, setAsking] = useState(false)
  const [shown, setShown] = useState<{ secret: string; graceUntil: string | null }>()
  const change = async (values: SecretChange) => {
    setShown(await reset(values))
    await onChanged()
  }
  if (shown) return <SecretShown name={name} appKey={appKey} {...shown} onClose={onClose} />
  if (draft && isAsking)
    return (
      <ConfirmAction
        title={`立即作废旧密钥：${name}`}
        submitLabel="立即作废并更换"
        isDanger
        submit={() => change(draft)}
        onSent={() => {}}
        onCancel={() => setAsking(false)}
        cancelLabel="返回"
        onClose={onClose}
      >
        <p className={styles['danger']} role="alert">
          旧密钥和用它取得的令牌在一分钟内全部失效。开发单位换上新密钥前，该应用的接口调用都会失败。
        </p>
      </ConfirmAction>
    )
  return (
    <FormDialog
      title={`更换密钥：${name}`}
      form={changeForm}
      submitLabel="更换密钥"
      initial={draft}
      submit={async (values) => {
        if (values.graceHours > 0) return change(values)
        setDraft(values)
        setAsking(true)
      }}
      onSent={() => {}}
      onClose={onClose}
      lead={
        <p className={styles['lead']}>
          将生成一个新密钥，只显示一次。宽限期内新旧密钥都有效，请让开发单位在此之前换上新的。
        </p>
      }
    />
  )
}

interface RevokeProps {
  appKey: string
  secretId: string
  onClose: () => void
}

const revokeFields = secretChangeFields.pick({ reason: true })
const revokeForm: FormSpec<z.output<typeof revokeFields>> = {
  schema: revokeFields.refine(({ reason }) => reason !== '', { path: ['reason'], error: '请填写作废理由' }),
  initial: () => ({ reason: '' }),
  sections: [{ fields: [{ name: 'reason', label: '作废理由', kind: 'textarea', width: 'long', required: true }] }],
}

/** Ends one secret without a new one. */
export function RevokeDialog({ appKey, secretId, onClose }: RevokeProps) {
  const client = useQueryClient()
  const toast = useToast()
  return (
    <FormDialog
      title="作废密钥"
      form={revokeForm}
      submitLabel="作废"
      isDanger
      submit={async ({ reason }) => {
        await revokeSecret({ key: appKey, id: secretId, reason })
        toast.success('已作废密钥')
        await client.invalidateQueries({ queryKey: applicationsKey })
      }}
      onClose={onClose}
      lead={<p className={styles['lead']}>该密钥和用它取得的令牌在一分钟内失效，不能恢复。</p>}
    />
  )
}
