import { useState } from 'react'
import { resetForm, sessionApi } from '../../../contract.ts'
import { call } from '#packages/web/core/call.ts'
import { getRetryAfter } from '#packages/web/core/call-error.ts'
import { getFormErrors } from '#packages/web/core/form-errors.ts'
import { usePageTitle } from '#packages/web/core/page-title.ts'
import { Button, TextButton } from '#packages/web/light/button.tsx'
import { Field } from '#packages/web/light/field.tsx'
import { BackIcon, ShieldIcon } from '#packages/web/light/more-icons.tsx'
import { useCountdown } from '#packages/web/light/use-countdown.ts'
import { CaptchaRow } from './captcha-row.tsx'
import { SignInHeading } from './sign-in-heading.tsx'
import { useForm } from '../../forms/use-form.ts'
import { maskPhone, PhoneNumberForm } from './phone-form.tsx'
import type { useSignInView } from './use-sign-in-view.ts'
import { FormError } from './form-error.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'
import styles from './form.module.css'

interface Props {
  linkTo: ReturnType<typeof useSignInView>['linkTo']
  onDone: () => void
}

interface SentCode {
  codeKey: string
  checkKey: string
  phone: string
  retryAfter: number
}

/** A new password for users who receive the messages of the account's phone. */
export function ForgotPasswordForm({ linkTo, onDone }: Props) {
  usePageTitle('忘记密码')
  const [phone, setPhone] = useState('')
  const [sent, setSent] = useState<SentCode>()
  if (!sent) {
    return (
      <PhoneNumberForm
        title="忘记密码"
        lead="请输入登记的手机号，用短信验证码重设密码"
        start={phone}
        send={async (wanted) => {
          setSent(await sendResetCode(wanted))
          setPhone(wanted)
        }}
        help="没有登记手机号，请联系本单位管理员。"
        back={{ label: '返回登录', linkTo }}
      />
    )
  }
  return <ResetForm sent={sent} onAgain={setSent} onBack={() => setSent(undefined)} onDone={onDone} />
}

const sendResetCode = async (phone: string): Promise<SentCode> => ({
  ...(await call(sessionApi.forgotPwd, { query: {}, body: { phone } })),
  phone,
})

const resetFields = resetForm.pick({ code: true, newPwd: true })

function getErrors(form: { code: string; newPwd: string; confirmPwd: string }) {
  const errors = getFormErrors(resetFields, form)
  if (form.confirmPwd === '') errors['confirmPwd'] = '请输入重复密码'
  else if (form.confirmPwd !== form.newPwd) errors['confirmPwd'] = '重复密码与密码不一致'
  return errors
}

interface ResetFormProps {
  sent: SentCode
  /** Another message was sent; the typed values stay. */
  onAgain: (sent: SentCode) => void
  onBack: () => void
  onDone: () => void
}

function ResetForm({ sent, onAgain, onBack, onDone }: ResetFormProps) {
  const { codeKey, checkKey, phone, retryAfter } = sent
  const [left, count] = useCountdown(retryAfter)
  const { field, errors, busy, captcha, attempt, props } = useForm({
    start: { code: '', newPwd: '', confirmPwd: '' },
    check: getErrors,
    send: async ({ code, newPwd }) => {
      await call(sessionApi.forgotPwdReset, { body: { codeKey, checkKey, phone, code, newPwd } })
      onDone()
    },
    fallbackField: 'code',
  })
  const [isResending, setResending] = useState(false)
  const resend = async () => {
    setResending(true)
    await attempt(async () => {
      try {
        const again = await sendResetCode(phone)
        onAgain(again)
        count(again.retryAfter)
      } catch (error) {
        count(getRetryAfter(error))
        throw error
      }
    })
    setResending(false)
  }
  return (
    <form {...props} className={`${styles['form']} ${styles['choice']}`}>
      <SignInHeading title="重设密码">
        <p className={styles['lead']} role="status">
          如果该手机号已登记，验证码会发送至 <strong>{maskPhone(phone)}</strong>
        </p>
      </SignInHeading>
      <Field
        label="短信验证码"
        icon={<ShieldIcon />}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        // eslint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        {...field('code')}
      />
      <NewPasswordFields first={field('newPwd')} again={field('confirmPwd')} />
      <CaptchaRow captcha={captcha} />
      <FormError message={errors.whole} />
      <Button type="submit" busy={busy && (isResending ? '正在发送…' : '正在保存…')}>
        重设密码
      </Button>
      <div className={styles['foot']}>
        <TextButton onClick={onBack}>
          <BackIcon size={16} />
          换个手机号
        </TextButton>
        {left > 0 ? (
          <span>{left} 秒后可以重新发送</span>
        ) : (
          <TextButton disabled={busy} onClick={() => void resend()}>
            重新发送
          </TextButton>
        )}
      </div>
    </form>
  )
}
