import { Input } from 'antd'
import { Button } from '#packages/web/desk/button.tsx'
import { passwordForm, sessionApi } from '../../contract.ts'
import { call } from '#packages/web/core/call.ts'
import { getFormErrors } from '#packages/web/core/form-errors.ts'
import { FormCard, FormFrame } from '#packages/web/desk/form/form-frame.tsx'
import { FormRow } from '#packages/web/desk/form/form-row.tsx'
import { useToast } from '#packages/web/desk/toast.tsx'
import { useForm } from '../forms/use-form.ts'
import { signInAgain } from '#packages/web/core/session-redirects.ts'
import { CaptchaRow } from './captcha-row.tsx'

/** /personal/password: afterwards every device must sign in again, this one too. */
export default function PasswordPage() {
  const toast = useToast()
  const { field, errors, busy, captcha, props } = useForm({
    start: { oldPwd: '', newPwd: '', confirmPwd: '' },
    check: (form) => getFormErrors(passwordForm, form),
    send: async (form) => {
      await call(sessionApi.updatePwd, { body: form })
      signInAgain('密码已修改，请重新登录')
    },
    onRefused: toast.error,
  })
  const save = (
    <Button type="primary" htmlType="submit" loading={busy}>
      保存
    </Button>
  )
  return (
    <FormFrame title="修改密码" error={errors.whole} foot={save} {...props}>
      <FormCard>
        <PasswordRow label="原密码" autoComplete="current-password" {...field('oldPwd')} />
        <PasswordRow
          label="新密码"
          autoComplete="new-password"
          hint="8位以上，含数字、大小写字母、特殊字符中的3种"
          {...field('newPwd')}
        />
        <PasswordRow
          label="重复密码"
          autoComplete="new-password"
          hint="修改后，所有设备都要用新密码重新登录"
          {...field('confirmPwd')}
        />
        <CaptchaRow captcha={captcha} />
      </FormCard>
    </FormFrame>
  )
}

interface RowProps {
  label: string
  autoComplete: string
  hint?: string
  error: string | undefined
  name: string
  value: string
  onChange: (event: { target: { value: string } }) => void
}

function PasswordRow({ label, hint, error, ...input }: RowProps) {
  return (
    <FormRow label={label} error={error} hint={hint}>
      {(control) => <Input type="password" spellCheck={false} maxLength={128} {...control} {...input} />}
    </FormRow>
  )
}
