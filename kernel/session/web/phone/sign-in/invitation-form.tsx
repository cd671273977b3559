import type { DataOf } from '#packages/contract'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { identityApi, loginName, newPassword } from '#kernel/identity/contract.ts'
import { sessionApi } from '../../../contract.ts'
import { call } from '#packages/web/core/call.ts'
import { getFieldErrors, isRetryableError, getErrorMessage } from '#packages/web/core/call-error.ts'
import { getOutsideSignInUrl } from '#packages/web/core/outside-paths.ts'
import { usePageTitle } from '#packages/web/core/page-title.ts'
import { Button } from '#packages/web/light/button.tsx'
import { Field } from '#packages/web/light/field.tsx'
import { PersonIcon } from '#packages/web/light/icons.tsx'
import type { OnSignedIn } from './sign-in-handler.ts'
import { SignInHeading } from './sign-in-heading.tsx'
import { SignInMessage } from './sign-in-message.tsx'
import { FormError } from './form-error.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'
import styles from './form.module.css'

interface Props {
  token: string
  /** To the sign-in form, with the account name if the account exists by now. */
  onDone: (userName?: string) => void
  onSignedIn: OnSignedIn
}

type Invitation = DataOf<typeof identityApi.readInvitation>

type Stage =
  | { at: 'reading' }
  | { at: 'failed' }
  | { at: 'refused'; message: string }
  | ({ at: 'choosing' } & Invitation)
  | { at: 'opened' }

/** Turns an invitation into an account: the user chooses a login name and a password. */
export function InvitationForm({ token, onDone, onSignedIn }: Props) {
  usePageTitle('开通账号')
  const [stage, setStage] = useState<Stage>({ at: 'reading' })

  useEffect(() => {
    if (stage.at !== 'reading') return
    const controller = new AbortController()
    call(identityApi.readInvitation, { body: { token }, signal: controller.signal }).then(
      (invitation) => setStage({ at: 'choosing', ...invitation }),
      (error: unknown) =>
        controller.signal.aborted ||
        setStage(isRetryableError(error) ? { at: 'failed' } : { at: 'refused', message: getErrorMessage(error) }),
    )
    return () => controller.abort()
  }, [token, stage.at])

  switch (stage.at) {
    case 'reading':
      return <SignInMessage title="开通账号" text="正在核对邀请…" />
    case 'failed': {
      // The token was removed from the address, so the page must not be reloaded.
      const retry = { label: '重试', go: () => setStage({ at: 'reading' }) }
      return <SignInMessage title="开通账号" text="没能核对邀请，请检查网络后重试。" next={retry} />
    }
    case 'refused':
      return <SignInMessage title="不能开通账号" text={stage.message} next={{ label: '去登录', go: () => onDone() }} />
    case 'opened':
      return (
        <SignInMessage
          title="账号已开通"
          text="首次登录时请用手机上的身份验证器应用设置动态口令。"
          next={{ label: '去登录', go: () => location.assign(getOutsideSignInUrl('platform')) }}
        />
      )
    case 'choosing':
      return (
        <AccountForm
          token={token}
          invitation={stage}
          onOpened={() => setStage({ at: 'opened' })}
          onSignIn={onDone}
          onSignedIn={onSignedIn}
        />
      )
  }
}

interface AccountFormProps {
  token: string
  invitation: Invitation
  onOpened: () => void
  onSignIn: (userName: string) => void
  onSignedIn: OnSignedIn
}

const noForm = { userName: '', password: '', again: '' }
type Form = typeof noForm
type Errors = Partial<Record<keyof Form | 'whole', string>>

function AccountForm({ token, invitation, onOpened, onSignIn, onSignedIn }: AccountFormProps) {
  const { name, orgName, userName: proposed, isPlatform } = invitation
  const [form, setForm] = useState(() => ({ userName: proposed, password: '', again: '' }))
  const [errors, setErrors] = useState<Errors>({})
  const [busy, setBusy] = useState(false)
  const element = useRef<HTMLFormElement>(null)
  const field = (key: keyof Form) => ({
    name: key,
    value: form[key],
    error: errors[key],
    onChange: (event: { target: { value: string } }) => setForm({ ...form, [key]: event.target.value }),
  })
  const show = (wrong: Errors) => {
    setErrors(wrong)
    const first = findFirstWrong(wrong)
    if (first) element.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus()
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const wrong = getErrors(form)
    show(wrong)
    if (findFirstWrong(wrong)) return
    setBusy(true)
    const userName = form.userName.trim()
    try {
      await call(identityApi.acceptInvitation, { body: { token, userName, password: form.password } })
    } catch (error) {
      const fields: Errors = getFieldErrors(error)
      show(findFirstWrong(fields) ? fields : { whole: getErrorMessage(error) })
      return setBusy(false)
    }
    if (isPlatform) return onOpened()
    // The account exists now; if signing in fails, the user continues at the ordinary sign-in form.
    await call(sessionApi.login, { body: { userName, userPwd: form.password } }).then(
      (result) => onSignedIn(result, { userName }),
      () => onSignIn(userName),
    )
  }

  return (
    <form
      ref={element}
      className={`${styles['form']} ${styles['choice']}`}
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      <SignInHeading title="开通账号">
        <p className={styles['lead']}>
          {name}，您好，
          {orgName && (
            <>
              <strong>{orgName}</strong>邀请您开通账号，
            </>
          )}
          请设置登录用的用户名和密码
        </p>
      </SignInHeading>
      <Field
        label="用户名"
        icon={<PersonIcon />}
        autoComplete="username"
        autoCapitalize="off"
        spellCheck={false}
        // eslint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={proposed === ''}
        hint={proposed ? '可以改，4-30位字母、数字、点或横线' : '4-30位字母、数字、点或横线，以字母开头'}
        {...field('userName')}
      />
      <NewPasswordFields first={{ ...field('password'), autoFocus: proposed !== '' }} again={field('again')} />
      <FormError message={errors.whole} />
      <Button type="submit" busy={busy && '正在开通…'}>
        {isPlatform ? '开通账号' : '开通并登录'}
      </Button>
      <p className={styles['agreement']}>
        开通即表示您已阅读并同意
        <a href="/policy/user" target="_blank" rel="noreferrer">
          《用户协议》
        </a>
        和
        <a href="/policy/privacy" target="_blank" rel="noreferrer">
          《隐私政策》
        </a>
      </p>
    </form>
  )
}

const findFirstWrong = (errors: Errors) =>
  (Object.keys(noForm) as (keyof Form)[]).find((key) => errors[key] !== undefined)

/** The messages of the contract for each field, and the two for the repeated password. */
function getErrors({ userName, password, again }: Form): Errors {
  const errors: Errors = {}
  const first = (schema: typeof loginName, value: string) => schema.safeParse(value).error?.issues[0]?.message
  const nameError = first(loginName, userName)
  const passwordError = first(newPassword, password)
  if (nameError) errors.userName = nameError
  if (passwordError) errors.password = passwordError
  if (again === '') errors.again = '请输入重复密码'
  else if (again !== password) errors.again = '重复密码与密码不一致'
  return errors
}
