import { passwordForm, sessionApi } from '../../../contract.ts'
import { call } from '#packages/web/core/call.ts'
import { getFormErrors } from '#packages/web/core/form-errors.ts'
import { setSignInNotice } from '#packages/web/core/sign-in-notice.ts'
import { usePageTitle } from '#packages/web/core/page-title.ts'
import { endSession, useSession } from '#packages/web/core/session.ts'
import { Bar } from '#packages/web/light/bar.tsx'
import { Button } from '#packages/web/light/button.tsx'
import { Card } from '#packages/web/light/card.tsx'
import { PasswordField } from '#packages/web/light/field.tsx'
import { LockIcon } from '#packages/web/light/icons.tsx'
import { LightPage } from '#packages/web/light/page.tsx'
import { useToast } from '#packages/web/light/use-toast.tsx'
import { useForm } from '../../forms/use-form.ts'
import { CaptchaRow } from '../sign-in/captcha-row.tsx'
import { NewPasswordFields } from '../sign-in/new-password-fields.tsx'
import { FormError } from '../sign-in/form-error.tsx'
import styles from './personal.module.css'

const guardian = 2

/** /studentMain/password: afterwards every device must sign in again, this one too. */
export default function PasswordPage() {
  usePageTitle('修改密码')
  const isGuardian = useSession(({ user }) => user?.userType === guardian)
  const { showWarning, toast } = useToast()
  const { field, errors, busy, captcha, props } = useForm({
    start: { oldPwd: '', newPwd: '', confirmPwd: '' },
    check: (form) => getFormErrors(passwordForm, form),
    send: async (form) => {
      await call(sessionApi.updatePwd, { body: form })
      endSession()
      setSignInNotice('密码已修改，请重新登录')
      location.replace('/userLogin')
    },
    onRefused: showWarning,
  })
  return (
    <LightPage head={<Bar title="修改密码" back="/studentMain/index?tab=me" help="families-home" />} dock={toast}>
      <Card>
        <form {...props} className={styles['form']}>
          <PasswordField
            label="原密码"
            icon={<LockIcon />}
            autoComplete="current-password"
            maxLength={128}
            {...field('oldPwd')}
          />
          <NewPasswordFields first={field('newPwd')} again={field('confirmPwd')} />
          <CaptchaRow captcha={captcha} />
          <FormError message={errors.whole} />
          <Button type="submit" size="task" busy={busy && '正在保存…'}>
            保存
          </Button>
        </form>
      </Card>
      <p className={styles['note']}>
        修改后，所有设备都要用新密码重新登录。
        {isGuardian ? (
          <>
            忘记原密码或从未设置过，可用 <a href="/login?view=forgot">手机号重设</a>。
          </>
        ) : (
          '忘记原密码，请联系班主任。'
        )}
      </p>
    </LightPage>
  )
}
