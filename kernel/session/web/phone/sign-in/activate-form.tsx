import { newPassword } from '#kernel/identity/contract.ts'
import { sessionApi } from '../../../contract.ts'
import { call } from '#packages/web/core/call.ts'
import { usePageTitle } from '#packages/web/core/page-title.ts'
import { Button } from '#packages/web/light/button.tsx'
import { Field } from '#packages/web/light/field.tsx'
import { LockIcon, PersonIcon } from '#packages/web/light/icons.tsx'
import { BackIcon } from '#packages/web/light/more-icons.tsx'
import { useForm } from '../../forms/use-form.ts'
import type { OnSignedIn } from './sign-in-handler.ts'
import { CaptchaRow } from './captcha-row.tsx'
import { SignInHeading } from './sign-in-heading.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'
import type { useSignInView } from './use-sign-in-view.ts'
import { FormError } from './form-error.tsx'
import styles from './form.module.css'

interface Props {
  onSignedIn: OnSignedIn
  linkTo: ReturnType<typeof useSignInView>['linkTo']
}

const noForm = { userName: '', code: '', password: '', again: '' }

/** A pupil with the slip from the class teacher: the code on it activates the account, or resets its password. */
export function ActivateForm({ onSignedIn, linkTo }: Props) {
  usePageTitle('激活学生账号')
  const { field, errors, busy, captcha, props } = useForm({
    start: noForm,
    check: getErrors,
    send: async ({ userName, code, password }) =>
      onSignedIn(await call(sessionApi.activatePupil, { body: { userName, code, password } }), { userName }),
  })
  return (
    <form {...props} className={`${styles['form']} ${styles['choice']}`}>
      <SignInHeading title="激活学生账号">
        <p className={styles['lead']}>请按账号单填写，并自行设置密码</p>
      </SignInHeading>
      <Field
        label="用户名"
        hint="也可以填学籍号"
        icon={<PersonIcon />}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={30}
        // eslint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        {...field('userName')}
      />
      <Field
        label="激活码"
        icon={<LockIcon />}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={20}
        {...field('code')}
      />
      <NewPasswordFields first={field('password')} again={field('again')} />
      <CaptchaRow captcha={captcha} />
      <FormError message={errors.whole} />
      <div className={styles['submit']}>
        <Button type="submit" busy={busy && '正在激活…'}>
          激活并登录
        </Button>
      </div>
      <p className={styles['help']}>账号单由班主任发放。遗失或忘记密码，请班主任重新发放。</p>
      <div className={styles['foot']}>
        <a {...linkTo('')}>
          <BackIcon size={16} />
          用密码登录
        </a>
      </div>
    </form>
  )
}

/** The messages of the contract for the password, and those for the repeated password. */
function getErrors({ userName, code, password, again }: typeof noForm): Partial<Record<keyof typeof noForm, string>> {
  const passwordError = newPassword.safeParse(password).error?.issues[0]?.message
  return {
    ...(userName.trim() === '' && { userName: '请填写用户名' }),
    ...(code.trim() === '' && { code: '请填写激活码' }),
    ...(passwordError && { password: passwordError }),
    ...(again === '' ? { again: '请输入重复密码' } : again !== password && { again: '重复密码与密码不一致' }),
  }
}
