import { useState } from 'react'
import { takeSignInNotice } from '#packages/web/core/sign-in-notice.ts'
import { usePageTitle } from '#packages/web/core/page-title.ts'
import { Button, ButtonLink } from '#packages/web/light/button.tsx'
import { Checkbox } from '#packages/web/light/checkbox.tsx'
import { PersonIcon, PhoneIcon } from '#packages/web/light/icons.tsx'
import { lazyComponent } from '#packages/web/light/lazy-component.tsx'
import { CaptchaRow } from './captcha-row.tsx'
import type { OnSignedIn } from './sign-in-handler.ts'
import { SignInFlow } from './sign-in-flow.tsx'
import { getRedirectQuery } from './redirect-after-sign-in.ts'
import { SignInAside } from './sign-in-frame.tsx'
import { SignInHeading } from './sign-in-heading.tsx'
import { SignInError } from './sign-in-error.tsx'
import { storeClassCode } from '#packages/web/core/class-code.ts'
import { NameAndPasswordFields, usePasswordForm } from './sign-in-form.tsx'
import { useSignInView } from './use-sign-in-view.ts'
import styles from './form.module.css'

/** The sign-in page of pupils and guardians. */
export default function UserSignInPage() {
  useState(storeClassCode)
  return (
    <SignInFlow resumes hasBanner aside={() => <SignInAside isForFamilies />}>
      {(onSignedIn) => <UserSignInView onSignedIn={onSignedIn} />}
    </SignInFlow>
  )
}

// Most use a password; other methods load on demand.
const FamilySmsForm = lazyComponent(() => import('./family-sms-form.tsx').then((loaded) => loaded.FamilySmsForm))
const ActivateForm = lazyComponent(() => import('./activate-form.tsx').then((loaded) => loaded.ActivateForm))

function UserSignInView({ onSignedIn }: { onSignedIn: OnSignedIn }) {
  const { view, linkTo } = useSignInView()
  if (view === 'sms') return <FamilySmsForm onSignedIn={onSignedIn} linkTo={linkTo} />
  if (view === 'activate') return <ActivateForm onSignedIn={onSignedIn} linkTo={linkTo} />
  return <UserSignInForm onSignedIn={onSignedIn} linkTo={linkTo} />
}

interface Props {
  onSignedIn: OnSignedIn
  linkTo: ReturnType<typeof useSignInView>['linkTo']
}

function UserSignInForm({ onSignedIn, linkTo }: Props) {
  usePageTitle('学生与家长登录')
  const [notice] = useState(takeSignInNotice)
  const [isPersistent, setPersistent] = useState(false)
  const { field, errors, refusal, busy, captcha, props } = usePasswordForm('', async (form, { call, sessionApi }) => {
    const result = await call(sessionApi.userLogin, { body: form })
    onSignedIn(result, { userName: form.userName, isPersistent })
    return result
  })
  const staff = (
    <>
      教职工请到 <a href={`/login${getRedirectQuery(location.search)}`}>教职工登录</a>
    </>
  )
  return (
    <form {...props} className={`${styles['form']} ${styles['choice']}`}>
      <SignInHeading title="学生与家长登录" isSecondary>
        {notice ? (
          <p className={styles['lead']} role="status">
            {notice}
          </p>
        ) : (
          <p className={`${styles['lead']} ${styles['wideOnly']}`}>{staff}</p>
        )}
      </SignInHeading>
      <NameAndPasswordFields label="账号" hint="学生用用户名或学籍号，家长用手机号" isKnown={false} field={field} />
      <CaptchaRow captcha={captcha} />
      <div className={styles['options']}>
        <Checkbox label="保持登录" checked={isPersistent} onChange={(event) => setPersistent(event.target.checked)} />
      </div>
      <SignInError refusal={refusal} message={errors.whole} />
      <div className={styles['submit']}>
        <Button type="submit" busy={busy && '登录中…'}>
          登录
        </Button>
      </div>
      <div className={styles['or']}>第一次使用</div>
      <div className={styles['others']}>
        <ButtonLink kind="plain" {...linkTo('sms')}>
          <PhoneIcon size={18} />
          家长用手机号
        </ButtonLink>
        <ButtonLink kind="plain" {...linkTo('activate')}>
          <PersonIcon size={18} />
          学生激活账号
        </ButtonLink>
      </div>
      <p className={styles['help']}>公用电脑上请勿勾选“保持登录”。</p>
      <p className={`${styles['help']} ${styles['phoneOnly']}`}>{staff}</p>
    </form>
  )
}
