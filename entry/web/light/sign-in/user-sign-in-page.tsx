import { useState } from 'react'
import { takeNotice } from '#packages/web/core/notice.ts'
import { usePageTitle } from '#packages/web/core/page-title.ts'
import { Button, ButtonLink } from '#packages/web/light/button.tsx'
import { Checkbox } from '#packages/web/light/checkbox.tsx'
import { PersonIcon, PhoneIcon } from '#packages/web/light/icons.tsx'
import { late } from '#packages/web/light/late.tsx'
import { CaptchaRow } from './captcha-row.tsx'
import type { Arrive } from './arrival.ts'
import { Doorway } from './doorway.tsx'
import { wishIn } from './enter.ts'
import { Aside } from './frame.tsx'
import { Heading } from './heading.tsx'
import { Refused } from './locked.tsx'
import { keepClassCode } from '#packages/web/core/class-code.ts'
import { NameAndPassword, useDoor } from './sign-in-form.tsx'
import { useView } from './use-view.ts'
import styles from './form.module.css'

/** The door of pupils and guardians. */
export default function UserSignInPage() {
  useState(keepClassCode)
  return (
    <Doorway resumes hasBanner aside={() => <Aside isForFamilies />}>
      {(arrive) => <Door arrive={arrive} />}
    </Doorway>
  )
}

// Most come with a password; the others load what they need.
const FamilySmsForm = late(() => import('./family-sms-form.tsx').then((loaded) => loaded.FamilySmsForm))
const ActivateForm = late(() => import('./activate-form.tsx').then((loaded) => loaded.ActivateForm))

function Door({ arrive }: { arrive: Arrive }) {
  const { view, linkTo } = useView()
  if (view === 'sms') return <FamilySmsForm arrive={arrive} linkTo={linkTo} />
  if (view === 'activate') return <ActivateForm arrive={arrive} linkTo={linkTo} />
  return <UserSignInForm arrive={arrive} linkTo={linkTo} />
}

interface Props {
  arrive: Arrive
  linkTo: ReturnType<typeof useView>['linkTo']
}

function UserSignInForm({ arrive, linkTo }: Props) {
  usePageTitle('学生与家长登录')
  const [news] = useState(takeNotice)
  const [isKept, setKept] = useState(false)
  const { field, errors, refusal, busy, captcha, props } = useDoor('', async (form, { call, sessionApi }) => {
    const result = await call(sessionApi.userLogin, { body: form })
    arrive(result, { userName: form.userName, isKept })
    return result
  })
  const staff = (
    <>
      教职工请到 <a href={`/login${wishIn(location.search)}`}>教职工登录</a>
    </>
  )
  return (
    <form {...props} className={`${styles['form']} ${styles['choice']}`}>
      <Heading title="学生与家长登录" isSecond>
        {news ? (
          <p className={styles['lead']} role="status">
            {news}
          </p>
        ) : (
          <p className={`${styles['lead']} ${styles['wideOnly']}`}>{staff}</p>
        )}
      </Heading>
      <NameAndPassword label="账号" hint="学生用用户名或学籍号，家长用手机号" isKnown={false} field={field} />
      <CaptchaRow captcha={captcha} />
      <div className={styles['options']}>
        <Checkbox label="保持登录" checked={isKept} onChange={(event) => setKept(event.target.checked)} />
      </div>
      <Refused refusal={refusal} words={errors.whole} />
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
