import { useEffect, useState } from 'react'
import type { LoginForm, LoginResult } from '../../../contract.ts'
import { rememberedNameKey } from '#packages/web/core/browser-session.ts'
import { usePageTitle } from '#packages/web/core/page-title.ts'
import { Button, ButtonLink } from '#packages/web/light/button.tsx'
import { Checkbox } from '#packages/web/light/checkbox.tsx'
import { Field, PasswordField } from '#packages/web/light/field.tsx'
import { LockIcon, PersonIcon, PhoneIcon } from '#packages/web/light/icons.tsx'
import { CaptchaRow } from './captcha-row.tsx'
import type { OnSignedIn } from './sign-in-handler.ts'
import { getRedirectQuery } from './redirect-after-sign-in.ts'
import { SignInHeading } from './sign-in-heading.tsx'
import { SignInError } from './sign-in-error.tsx'
import { useSignInButtons } from './use-sign-in-methods.ts'
import { useForm } from '../../forms/use-form.ts'
import type { useSignInView } from './use-sign-in-view.ts'
import styles from './form.module.css'

const loadSignInApi = () => import('./sign-in-api.ts')
type SignInApi = Awaited<ReturnType<typeof loadSignInApi>>

interface Props {
  onSignedIn: OnSignedIn
  linkTo: ReturnType<typeof useSignInView>['linkTo']
  /** The reason for the redirect to this page, and the user name if it is known. */
  notice: { message: string; userName: string } | undefined
}

/** The sign-in form of staff. */
export function SignInForm({ onSignedIn, linkTo, notice }: Props) {
  usePageTitle('登录')
  const [remembers, setRemembers] = useState(true)
  const [isPersistent, setPersistent] = useState(false)
  const buttons = useSignInButtons()
  const [name] = useState(() => notice?.userName ?? localStorage.getItem(rememberedNameKey) ?? '')
  const { field, errors, refusal, busy, captcha, props } = usePasswordForm(name, async (form, { call, sessionApi }) => {
    const result = await call(sessionApi.login, { body: form })
    if (remembers) localStorage.setItem(rememberedNameKey, form.userName)
    else localStorage.removeItem(rememberedNameKey)
    onSignedIn(result, { userName: form.userName, isPersistent })
    return result
  })
  const families = (
    <>
      学生和家长请到 <a href={`/userLogin${getRedirectQuery(location.search)}`}>学生登录</a>
    </>
  )
  return (
    <form {...props} className={styles['form']}>
      <SignInHeading title="教职工登录" isSecondary>
        {notice ? (
          <p className={styles['lead']} role="status">
            {notice.message}
          </p>
        ) : (
          <p className={`${styles['lead']} ${styles['wideOnly']}`}>{families}</p>
        )}
      </SignInHeading>
      <NameAndPasswordFields label="用户名或手机号" isKnown={name !== ''} field={field} />
      <CaptchaRow captcha={captcha} />
      <div className={styles['options']}>
        <Checkbox label="记住用户名" checked={remembers} onChange={(event) => setRemembers(event.target.checked)} />
        <Checkbox label="保持登录" checked={isPersistent} onChange={(event) => setPersistent(event.target.checked)} />
        <a {...linkTo('forgot')}>忘记密码</a>
      </div>
      <SignInError refusal={refusal} message={errors.whole}>
        <a {...linkTo('sms')}>改用短信登录</a>
      </SignInError>
      <div className={styles['submit']}>
        <Button type="submit" busy={busy && '登录中…'}>
          登录
        </Button>
      </div>
      <div className={styles['or']}>其他方式</div>
      <div className={styles['others']}>
        {buttons.map((MethodButton, index) => (
          <MethodButton key={index} />
        ))}
        <ButtonLink kind="plain" {...linkTo('sms')}>
          <PhoneIcon size={18} />
          短信登录
        </ButtonLink>
      </div>
      <p className={`${styles['help']} ${styles['phoneOnly']}`}>{families}</p>
    </form>
  )
}

/** The form for name and password, shared by several sign-in pages. */
export function usePasswordForm(userName: string, send: (form: LoginForm, server: SignInApi) => Promise<LoginResult>) {
  // Preloads the API client while the user types.
  useEffect(() => void loadSignInApi().catch(() => {}), [])
  return useForm({
    start: { userName, userPwd: '' },
    check: async (form) => {
      const { getFormErrors, loginForm } = await loadSignInApi()
      return getFormErrors(loginForm, form)
    },
    send: async (form) => {
      await send({ ...form, userName: form.userName.trim() }, await loadSignInApi())
    },
    fallbackField: 'userPwd',
  })
}

interface FieldsProps {
  label: string
  hint?: string
  /** The name is already filled in, so the password has the focus. */
  isKnown: boolean
  field: ReturnType<typeof usePasswordForm>['field']
}

export function NameAndPasswordFields({ label, hint, isKnown, field }: FieldsProps) {
  return (
    <>
      <Field
        label={label}
        icon={<PersonIcon />}
        autoComplete="username"
        autoCapitalize="off"
        spellCheck={false}
        // A sign-in page has one purpose, so typing can begin at once.
        // eslint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={!isKnown}
        hint={hint}
        {...field('userName')}
      />
      <PasswordField
        label="密码"
        icon={<LockIcon />}
        autoComplete="current-password"
        // eslint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={isKnown}
        {...field('userPwd')}
      />
    </>
  )
}
