import { useEffect, useState } from 'react'
import type { LoginForm, LoginResult } from '#kernel/session/contract.ts'
import { rememberedName } from '#packages/web/core/browser-session.ts'
import { usePageTitle } from '#packages/web/core/page-title.ts'
import { Button, ButtonLink } from '#packages/web/light/button.tsx'
import { Checkbox } from '#packages/web/light/checkbox.tsx'
import { Field, PasswordField } from '#packages/web/light/field.tsx'
import { LockIcon, PersonIcon, PhoneIcon } from '#packages/web/light/icons.tsx'
import { late } from '#packages/web/light/late.tsx'
import { CaptchaRow } from './captcha-row.tsx'
import type { Arrive } from './arrival.ts'
import { wishIn } from './enter.ts'
import { Heading } from './heading.tsx'
import { Refused } from './locked.tsx'
import { useDingTalkDoor } from './use-dingtalk-door.ts'
import { useForm } from '../../forms/use-form.ts'
import type { useView } from './use-view.ts'
import styles from './form.module.css'

const DingTalkButton = late(() => import('./dingtalk-button.tsx').then((loaded) => loaded.DingTalkButton))

const askServer = () => import('./server-side.ts')
type Server = Awaited<ReturnType<typeof askServer>>

interface Props {
  arrive: Arrive
  linkTo: ReturnType<typeof useView>['linkTo']
  /** A word on how one got here, and the name to sign in with if that is known. */
  news: { words: string; userName: string } | undefined
}

/** The staff's door. */
export function SignInForm({ arrive, linkTo, news }: Props) {
  usePageTitle('登录')
  const [remembers, setRemembers] = useState(true)
  const [isKept, setKept] = useState(false)
  const hasDingTalk = useDingTalkDoor()
  const [name] = useState(() => news?.userName ?? localStorage.getItem(rememberedName) ?? '')
  const { field, errors, refusal, busy, captcha, props } = useDoor(name, async (form, { call, sessionApi }) => {
    const result = await call(sessionApi.login, { body: form })
    if (remembers) localStorage.setItem(rememberedName, form.userName)
    else localStorage.removeItem(rememberedName)
    arrive(result, { userName: form.userName, isKept })
    return result
  })
  const families = (
    <>
      学生和家长请到 <a href={`/userLogin${wishIn(location.search)}`}>学生登录</a>
    </>
  )
  return (
    <form {...props} className={styles['form']}>
      <Heading title="教职工登录" isSecond>
        {news ? (
          <p className={styles['lead']} role="status">
            {news.words}
          </p>
        ) : (
          <p className={`${styles['lead']} ${styles['wideOnly']}`}>{families}</p>
        )}
      </Heading>
      <NameAndPassword label="用户名或手机号" isKnown={name !== ''} field={field} />
      <CaptchaRow captcha={captcha} />
      <div className={styles['options']}>
        <Checkbox label="记住用户名" checked={remembers} onChange={(event) => setRemembers(event.target.checked)} />
        <Checkbox label="保持登录" checked={isKept} onChange={(event) => setKept(event.target.checked)} />
        <a {...linkTo('forgot')}>忘记密码</a>
      </div>
      <Refused refusal={refusal} words={errors.whole}>
        <a {...linkTo('sms')}>改用短信登录</a>
      </Refused>
      <div className={styles['submit']}>
        <Button type="submit" busy={busy && '登录中…'}>
          登录
        </Button>
      </div>
      <div className={styles['or']}>其他方式</div>
      <div className={styles['others']}>
        {hasDingTalk && <DingTalkButton />}
        <ButtonLink kind="plain" {...linkTo('sms')}>
          <PhoneIcon size={18} />
          短信登录
        </ButtonLink>
      </div>
      <p className={`${styles['help']} ${styles['phoneOnly']}`}>{families}</p>
    </form>
  )
}

/** Name and password are asked for at several doors in the same way. */
export function useDoor(userName: string, send: (form: LoginForm, server: Server) => Promise<LoginResult>) {
  // Nobody types so fast that they would have to wait for it.
  useEffect(() => void askServer().catch(() => {}), [])
  return useForm({
    start: { userName, userPwd: '' },
    check: async (form) => {
      const { errorsOf, loginForm } = await askServer()
      return errorsOf(loginForm, form)
    },
    send: async (form) => {
      await send({ ...form, userName: form.userName.trim() }, await askServer())
    },
    blames: 'userPwd',
  })
}

interface FieldsProps {
  label: string
  hint?: string
  /** The name is there already, so the password comes first. */
  isKnown: boolean
  field: ReturnType<typeof useDoor>['field']
}

export function NameAndPassword({ label, hint, isKnown, field }: FieldsProps) {
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
