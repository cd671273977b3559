import { useState, type MouseEvent } from 'react'
import type { OutsideKind } from '#packages/core'
import { newPassword } from '#kernel/identity/contract.ts'
import { call } from '#packages/web/core/call.ts'
import { getFormErrors } from '#packages/web/core/form-errors.ts'
import { usePageTitle } from '#packages/web/core/page-title.ts'
import { Button, TextButton } from '#packages/web/light/button.tsx'
import { Field } from '#packages/web/light/field.tsx'
import { BackIcon, ShieldIcon } from '#packages/web/light/more-icons.tsx'
import { outsideApi, type OutsideSignInResult } from '../../../contract-outside.ts'
import { codeForm } from '../../../contract-forms.ts'
import { useForm } from '../../forms/use-form.ts'
import { FormError } from './form-error.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'
import { maskPhone, PhoneNumberForm } from './phone-form.tsx'
import { SignInHeading } from './sign-in-heading.tsx'
import styles from './form.module.css'

/** The messages of the contract for the password, and those for the repeated one. */
function getPasswordErrors({ newPwd, confirmPwd }: { newPwd: string; confirmPwd: string }) {
  const wrong = newPassword.safeParse(newPwd).error?.issues[0]?.message
  return {
    ...(wrong !== undefined && { newPwd: wrong }),
    ...(confirmPwd === ''
      ? { confirmPwd: '请输入重复密码' }
      : confirmPwd !== newPwd && { confirmPwd: '重复密码与密码不一致' }),
  }
}

interface ForgottenProps {
  onDone: () => void
  onBack: () => void
}

/** A new password for a developer who receives the messages of the account's phone. */
export function OutsideForgottenPassword({ onDone, onBack }: ForgottenProps) {
  const [sent, setSent] = useState<{ ticket: string; phone: string }>()
  if (sent) return <ResetForm {...sent} onDone={onDone} onBack={() => setSent(undefined)} />
  const linkTo = () => ({
    href: '/developerLogin',
    onClick: (event: MouseEvent) => {
      event.preventDefault()
      onBack()
    },
  })
  return (
    <PhoneNumberForm
      title="忘记密码"
      lead="请输入开发者账号的手机号，用短信验证码重设密码"
      send={async (phone) => {
        const { ticket } = await call(outsideApi.developerForgotPwd, { body: { phone } })
        setSent({ ticket, phone })
      }}
      help="手机号停用了，请企业管理员移除后重新添加，或联系平台管理员。"
      back={{ label: '返回登录', linkTo }}
    />
  )
}

function ResetForm({ ticket, phone, onDone, onBack }: ForgottenProps & { ticket: string; phone: string }) {
  usePageTitle('重设密码')
  const { field, errors, busy, props } = useForm({
    start: { code: '', newPwd: '', confirmPwd: '' },
    check: (form) => ({ ...getFormErrors(codeForm, form), ...getPasswordErrors(form) }),
    send: async ({ code, newPwd }) => {
      await call(outsideApi.developerResetPwd, { body: { ticket, code, newPwd } })
      onDone()
    },
    fallbackField: 'code',
  })
  return (
    <form {...props} className={`${styles['form']} ${styles['choice']}`}>
      <SignInHeading title="重设密码">
        <p className={styles['lead']} role="status">
          如果该手机号已登记，验证码会发送至 <strong>{maskPhone(phone)}</strong>，5 分钟内有效
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
      <FormError message={errors.whole} />
      <Button type="submit" busy={busy && '正在保存…'}>
        重设密码
      </Button>
      <div className={styles['foot']}>
        <TextButton onClick={onBack}>
          <BackIcon size={16} />
          重新获取验证码
        </TextButton>
      </div>
    </form>
  )
}

interface FirstProps {
  kind: OutsideKind
  ticket: string
  onDone: (result: OutsideSignInResult) => void
  onBack: () => void
}

/** The first sign-in with a password that somebody else set. */
export function OutsideFirstPassword({ kind, ticket, onDone, onBack }: FirstProps) {
  usePageTitle('设置新密码')
  const { field, errors, busy, props } = useForm({
    start: { newPwd: '', confirmPwd: '' },
    check: getPasswordErrors,
    send: async ({ newPwd }) => {
      const route = kind === 'platform' ? outsideApi.platformFirstPwd : outsideApi.developerFirstPwd
      onDone(await call(route, { body: { ticket, newPwd } }))
    },
  })
  return (
    <form {...props} className={`${styles['form']} ${styles['choice']}`}>
      <SignInHeading title="设置新密码">
        <p className={styles['lead']}>初始密码只能用一次，请设置自己的密码</p>
      </SignInHeading>
      <NewPasswordFields first={field('newPwd')} again={field('confirmPwd')} />
      <FormError message={errors.whole} />
      <Button type="submit" busy={busy && '正在保存…'}>
        保存并登录
      </Button>
      <div className={styles['foot']}>
        <TextButton onClick={onBack}>
          <BackIcon size={16} />
          返回登录
        </TextButton>
      </div>
    </form>
  )
}
