import { useState } from 'react'
import { idCardForm, passwordForm, sessionApi } from '../../../contract.ts'
import { call } from '#packages/web/core/call.ts'
import { isSessionLost } from '#packages/web/core/call-error.ts'
import { getFormErrors } from '#packages/web/core/form-errors.ts'
import { usePageTitle } from '#packages/web/core/page-title.ts'
import { finishFirstStep, useSession, type FirstStepField } from '#packages/web/core/session.ts'
import { Button, TextButton } from '#packages/web/light/button.tsx'
import { Field, PasswordField } from '#packages/web/light/field.tsx'
import { LockIcon } from '#packages/web/light/icons.tsx'
import { BackIcon, IdCardIcon } from '#packages/web/light/more-icons.tsx'
import { signOut } from '#packages/web/core/sign-out.ts'
import { CaptchaRow } from './captcha-row.tsx'
import { SignInHeading } from './sign-in-heading.tsx'
import { useForm } from '../../forms/use-form.ts'
import { FormError } from './form-error.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'
import styles from './form.module.css'

interface Props {
  onDone: () => void
  /** Signed out, to sign in as another user. */
  onLeave: () => void
  /** The session has ended in the meantime; the message gives the reason. */
  onSessionLost: (message: string) => void
}

/** Steps that must be done once before the app opens. */
export function FirstSteps({ step, ...props }: Props & { step: FirstStepField }) {
  return step === 'mustChangePassword' ? <PasswordStep {...props} /> : <IdCardStep {...props} />
}

function PasswordStep({ onDone, onLeave, onSessionLost }: Props) {
  usePageTitle('修改密码')
  const name = useRealName()
  const { field, errors, busy, captcha, props } = useForm({
    start: { oldPwd: '', newPwd: '', confirmPwd: '' },
    check: (form) => getFormErrors(passwordForm, form),
    send: catchSessionLoss(onSessionLost, async (form) => {
      await call(sessionApi.updatePwd, { body: form })
      finishFirstStep('mustChangePassword')
      onDone()
    }),
  })
  return (
    <form {...props} className={`${styles['form']} ${styles['choice']}`}>
      <SignInHeading title="请先修改密码">
        <p className={styles['lead']}>{name}，您好，请换成只有您自己知道的密码</p>
      </SignInHeading>
      <PasswordField
        label="原密码"
        icon={<LockIcon />}
        autoComplete="current-password"
        // eslint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        {...field('oldPwd')}
      />
      <NewPasswordFields first={field('newPwd')} again={field('confirmPwd')} />
      <CaptchaRow captcha={captcha} />
      <FormError message={errors.whole} />
      <Button type="submit" busy={busy && '正在保存…'}>
        保存并继续
      </Button>
      <SwitchAccount onLeave={onLeave} />
    </form>
  )
}

function IdCardStep({ onDone, onLeave, onSessionLost }: Props) {
  usePageTitle('填写身份证号')
  const name = useRealName()
  const finish = () => {
    finishFirstStep('needFillIdCard')
    onDone()
  }
  const { field, errors, busy, captcha, props } = useForm({
    start: { idCard: '' },
    check: (form) => getFormErrors(idCardForm, form),
    send: catchSessionLoss(onSessionLost, async ({ idCard }) => {
      await call(sessionApi.changeIdCard, { query: {}, body: { idCard: idCard.trim().toUpperCase() } })
      finish()
    }),
    fallbackField: 'idCard',
  })
  return (
    <form {...props} className={styles['form']}>
      <SignInHeading title="请填写身份证号">
        <p className={styles['lead']}>{name}，您好，您的档案还缺少身份证号</p>
      </SignInHeading>
      <Field
        label="身份证号"
        icon={<IdCardIcon />}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={18}
        hint="由单位核对后生效，其他人看不到完整号码"
        // eslint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        {...field('idCard')}
      />
      <CaptchaRow captcha={captcha} />
      <FormError message={errors.whole} />
      <div className={styles['submit']}>
        <Button type="submit" busy={busy && '正在保存…'}>
          保存并继续
        </Button>
      </div>
      <SwitchAccount onLeave={onLeave} />
    </form>
  )
}

/** Without a session the form cannot be corrected. */
const catchSessionLoss =
  <Form,>(onSessionLost: Props['onSessionLost'], send: (form: Form) => Promise<void>) =>
  async (form: Form) => {
    try {
      await send(form)
    } catch (error) {
      if (!isSessionLost(error)) throw error
      onSessionLost(error.msg)
    }
  }

/** On sign-out the name stays until the page has changed. */
const useRealName = () => useState(() => useSession.getState().user?.realName)[0]

function SwitchAccount({ onLeave }: Pick<Props, 'onLeave'>) {
  const [busy, setBusy] = useState(false)
  const switchAccount = () => {
    setBusy(true)
    void signOut(() => call(sessionApi.logout)).then(onLeave)
  }
  return (
    <div className={styles['foot']}>
      <TextButton disabled={busy} onClick={switchAccount}>
        <BackIcon size={16} />
        换个账号
      </TextButton>
    </div>
  )
}
