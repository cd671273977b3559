import { useEffect, useState } from 'react'
import type { OutsideKind } from '#packages/core'
import { getOutsideToken, outsideHomes, startOutsideSession } from '#packages/web/core/outside-paths.ts'
import { usePageTitle } from '#packages/web/core/page-title.ts'
import { toSafePath } from '#packages/web/core/safe-path.ts'
import { Button, TextButton } from '#packages/web/light/button.tsx'
import { lazyComponent } from '#packages/web/light/lazy-component.tsx'
import type { OutsideSignInResult } from '../../../contract-outside.ts'
import { useForm } from '../../forms/use-form.ts'
import { CaptchaRow } from './captcha-row.tsx'
import { NameAndPasswordFields } from './sign-in-form.tsx'
import { SignInAside, SignInFrame } from './sign-in-frame.tsx'
import { SignInError } from './sign-in-error.tsx'
import { SignInHeading } from './sign-in-heading.tsx'
import formStyles from './form.module.css'
import styles from './outside-sign-in-page.module.css'

const loadApi = () => import('./outside-sign-in-api.ts')
const OutsideCodeStep = lazyComponent(() => import('./outside-code-step.tsx').then((loaded) => loaded.OutsideCodeStep))

const loadPasswordForms = () => import('./outside-password-forms.tsx')
const OutsideForgottenPassword = lazyComponent(() =>
  loadPasswordForms().then((loaded) => loaded.OutsideForgottenPassword),
)
const OutsideFirstPassword = lazyComponent(() => loadPasswordForms().then((loaded) => loaded.OutsideFirstPassword))

const kinds: readonly { kind: OutsideKind; title: string; lead: string }[] = [
  { kind: 'developer', title: '开发者', lead: '用开发者账号登录，申请和管理接入的应用' },
  { kind: 'platform', title: '平台管理员', lead: '每次登录都需要动态口令' },
]

/** The page that the user came for, if it is one of this kind; otherwise the home. */
function getTarget(kind: OutsideKind) {
  const wanted = toSafePath(new URLSearchParams(location.search).get('redirect'))
  const base = kind === 'platform' ? '/platform/' : '/useApply'
  return wanted.startsWith(base) ? wanted : outsideHomes[kind]
}

/** The sign-in page of developers and platform administrators, whose sessions are apart from those of the portal. */
export default function OutsideSignInPage() {
  const [kind, setKind] = useState<OutsideKind>(() =>
    new URLSearchParams(location.search).get('tab') === 'platform' ? 'platform' : 'developer',
  )
  const [step, setStep] = useState<OutsideSignInResult>()
  const [forgotten, setForgotten] = useState<'asked' | 'reset'>()
  usePageTitle(kind === 'platform' ? '平台管理员登录' : '开发者登录')

  const choose = (chosen: OutsideKind) => {
    setKind(chosen)
    const search = new URLSearchParams(location.search)
    if (chosen === 'platform') search.set('tab', chosen)
    else search.delete('tab')
    const text = search.toString()
    history.replaceState(null, '', text ? `${location.pathname}?${text}` : location.pathname)
  }
  const proceed = (result: OutsideSignInResult) => {
    if (result.step !== 'done') return setStep(result)
    startOutsideSession(kind, result.token)
    location.replace(getTarget(kind))
  }

  return (
    <SignInFrame aside={<SignInAside />}>
      {forgotten === 'asked' ? (
        <OutsideForgottenPassword onDone={() => setForgotten('reset')} onBack={() => setForgotten(undefined)} />
      ) : step?.step === 'password' ? (
        <OutsideFirstPassword kind={kind} ticket={step.ticket} onDone={proceed} onBack={() => setStep(undefined)} />
      ) : step ? (
        <OutsideCodeStep kind={kind} begun={step} onDone={proceed} onBack={() => setStep(undefined)} />
      ) : (
        <>
          <div className={styles['tabs']} role="group" aria-label="登录身份">
            {kinds.map((one) => (
              <button
                key={one.kind}
                type="button"
                className={styles['tab']}
                aria-pressed={one.kind === kind}
                onClick={() => choose(one.kind)}
              >
                {one.title}
              </button>
            ))}
          </div>
          {forgotten === 'reset' && <p role="status">密码已重设，请用新密码登录</p>}
          <PasswordForm key={kind} kind={kind} onStep={proceed} onForgotten={() => setForgotten('asked')} />
        </>
      )}
    </SignInFrame>
  )
}

interface PasswordFormProps {
  kind: OutsideKind
  onStep: (result: OutsideSignInResult) => void
  onForgotten: () => void
}

function PasswordForm({ kind, onStep, onForgotten }: PasswordFormProps) {
  const { title, lead } = kinds.find((one) => one.kind === kind)!
  // Preloads the API client while the user types.
  useEffect(() => void loadApi().catch(() => {}), [])
  const { field, errors, refusal, busy, captcha, props } = useForm({
    start: { userName: '', userPwd: '' },
    check: async (form) => {
      const { getFormErrors, loginForm } = await loadApi()
      return getFormErrors(loginForm, form)
    },
    send: async (form) => {
      const { call, outsideApi } = await loadApi()
      const body = { ...form, userName: form.userName.trim() }
      onStep(await call(kind === 'platform' ? outsideApi.platformLogin : outsideApi.developerLogin, { body }))
    },
    fallbackField: 'userPwd',
  })
  const isSignedIn = getOutsideToken(kind) !== ''
  return (
    <form {...props} className={formStyles['form']}>
      <SignInHeading title={`${title}登录`}>
        <p className={formStyles['lead']}>{lead}</p>
      </SignInHeading>
      <NameAndPasswordFields label={kind === 'platform' ? '用户名' : '用户名或手机号'} isKnown={false} field={field} />
      <CaptchaRow captcha={captcha} />
      <SignInError refusal={refusal} message={errors.whole} />
      <div className={formStyles['submit']}>
        <Button type="submit" busy={busy && '登录中…'}>
          登录
        </Button>
      </div>
      <div className={formStyles['foot']}>
        {kind === 'developer' && <a href="/developerRegister">注册开发者</a>}
        {kind === 'developer' && <TextButton onClick={onForgotten}>忘记密码</TextButton>}
        <a href="/login">返回教职工登录</a>
        {isSignedIn && <a href={getTarget(kind)}>已登录，直接进入</a>}
      </div>
    </form>
  )
}
