import type { z } from 'zod'
import type { OutsideKind } from '#packages/core'
import { call } from '#packages/web/core/call.ts'
import { FormDialog } from '#packages/web/desk/form/form-dialog.tsx'
import type { FormSpec } from '#packages/web/desk/form/form-spec.ts'
import { passwordForm } from '../../contract-forms.ts'
import { outsideApi } from '../../contract-outside.ts'

const form: FormSpec<z.output<typeof passwordForm>> = {
  schema: passwordForm,
  initial: () => ({ oldPwd: '', newPwd: '', confirmPwd: '' }),
  sections: [
    {
      fields: [
        { name: 'oldPwd', label: '原密码', kind: 'password', width: 'long', required: true },
        {
          name: 'newPwd',
          label: '新密码',
          kind: 'password',
          width: 'long',
          required: true,
          hint: '8位以上，含数字、大小写字母、特殊字符中的3种',
        },
        { name: 'confirmPwd', label: '重复密码', kind: 'password', width: 'long', required: true },
      ],
    },
  ],
}

interface Props {
  kind: OutsideKind
  onSent: () => void
  onClose: () => void
}

/** The own password of a developer or platform administrator; the other devices are signed out. */
export function OutsidePasswordDialog({ kind, onSent, onClose }: Props) {
  return (
    <FormDialog
      title="修改密码"
      lead="修改后，其他设备要用新密码重新登录。"
      form={form}
      submit={async (body) => {
        await call(kind === 'platform' ? outsideApi.platformUpdatePwd : outsideApi.developerUpdatePwd, { body })
      }}
      onSent={onSent}
      onClose={onClose}
    />
  )
}
