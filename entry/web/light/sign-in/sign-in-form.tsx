import { useRef, useState, type FormEvent } from 'react'
import { loginForm, sessionApi } from '#kernel/session/contract.ts'
import { rememberedName } from '#packages/web/core/browser-session.ts'
import { call } from '#packages/web/core/call.ts'
import { fieldErrorsOf, wordsOf } from '#packages/web/core/call-error.ts'
import { errorsOf } from '#packages/web/core/form-errors.ts'
import { usePageTitle } from '#packages/web/core/page-title.ts'
import { Button } from '#packages/web/light/button.tsx'
import { Checkbox } from '#packages/web/light/checkbox.tsx'
import { Field, PasswordField } from '#packages/web/light/field.tsx'
import { LockIcon, PersonIcon } from '#packages/web/light/icons.tsx'
import { enter } from './enter.ts'
import styles from './form.module.css'

export function SignInForm() {
  usePageTitle('登录')
  const { form, change, errors, busy, name, password, submit } = useSignIn()
  const [nameWasKnown] = useState(form.userName !== '')
  return (
    <form className={styles['form']} noValidate onSubmit={(event) => void submit(event)}>
      <h1 className={styles['title']}>教职工登录</h1>
      <p className={`${styles['lead']} ${styles['wideOnly']}`}>请使用单位为您开通的账号</p>
      <Field
        ref={name}
        label="用户名"
        icon={<PersonIcon />}
        name="username"
        autoComplete="username"
        autoCapitalize="off"
        spellCheck={false}
        // A sign-in page has one purpose, so typing can begin at once.
        // eslint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={!nameWasKnown}
        value={form.userName}
        onChange={(event) => change({ userName: event.target.value })}
        error={errors['userName']}
      />
      <PasswordField
        ref={password}
        label="密码"
        icon={<LockIcon />}
        name="password"
        autoComplete="current-password"
        // eslint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={nameWasKnown}
        value={form.userPwd}
        onChange={(event) => change({ userPwd: event.target.value })}
        error={errors['userPwd']}
      />
      <div className={styles['options']}>
        <Checkbox
          label="记住用户名"
          checked={form.remembers}
          onChange={(event) => change({ remembers: event.target.checked })}
        />
      </div>
      <div className={styles['submit']}>
        <Button type="submit" busy={busy && '登录中…'}>
          登录
        </Button>
      </div>
      <p className={styles['help']}>忘记密码或没有账号，请联系本单位管理员。</p>
    </form>
  )
}

/** What is typed, what is wrong with it, and the way in. */
function useSignIn() {
  const [form, setForm] = useState(() => ({
    userName: localStorage.getItem(rememberedName) ?? '',
    userPwd: '',
    remembers: true,
  }))
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [busy, setBusy] = useState(false)
  const name = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const wrong = errorsOf(loginForm, form)
    setErrors(wrong)
    if (wrong['userName']) return name.current?.focus()
    if (wrong['userPwd']) return password.current?.focus()
    setBusy(true)
    try {
      const userName = form.userName.trim()
      const result = await call(sessionApi.login, { body: { userName, userPwd: form.userPwd } })
      if (form.remembers) localStorage.setItem(rememberedName, userName)
      else localStorage.removeItem(rememberedName)
      enter(result)
    } catch (error) {
      const fields = fieldErrorsOf(error)
      setErrors(Object.keys(fields).length > 0 ? fields : { userPwd: wordsOf(error) })
      setBusy(false)
      // The password is mistyped more often than the name: it stays, selected, ready to be typed over.
      password.current?.focus()
      password.current?.select()
    }
  }

  const change = (part: Partial<typeof form>) => setForm({ ...form, ...part })
  return { form, change, errors, busy, name, password, submit }
}
