import { useState } from 'react'
import { workplaceApi, type WorkplaceLogin } from '#kernel/workplace/contract.ts'
import { call } from '#packages/web/core/call.ts'
import { usePageTitle } from '#packages/web/core/page-title.ts'
import { Button } from '#packages/web/light/button.tsx'
import { CaptchaRow } from '../sign-in/captcha-row.tsx'
import type { Arrive } from '../sign-in/arrival.ts'
import { wishIn } from '../sign-in/enter.ts'
import { Heading } from '../sign-in/heading.tsx'
import { Refused } from '../sign-in/locked.tsx'
import { NameAndPassword, useDoor } from '../sign-in/sign-in-form.tsx'
import styles from '../sign-in/form.module.css'

interface Props {
  login: WorkplaceLogin
  arrive: Arrive
}

/** A DingTalk account that nobody has claimed: whoever knows a password of ours may. */
export function BindingForm({ login, arrive }: Props) {
  usePageTitle('绑定账号')
  const [leaving, setLeaving] = useState(false)
  const { field, errors, refusal, busy, captcha, props } = useDoor('', async (form) => {
    const result = await call(workplaceApi.binding, { body: { ...form, dingdingID: login.dingdingID } })
    arrive(result, { userName: form.userName })
    return result
  })
  const cancel = async () => {
    setLeaving(true)
    // What was begun is forgotten after a few minutes even if the server does not hear of it.
    await call(workplaceApi.cancel).catch(() => {})
    location.replace(`/login${wishIn(location.search)}`)
  }
  return (
    <form {...props} className={styles['form']}>
      <Heading title="绑定账号">
        <p className={styles['lead']}>
          {login.userNick && (
            <>
              钉钉用户 <strong>{login.userNick}</strong>，您好。
            </>
          )}
          首次使用钉钉登录，请绑定您的账号
        </p>
      </Heading>
      <NameAndPassword label="用户名或手机号" isKnown={false} field={field} />
      <CaptchaRow captcha={captcha} />
      <Refused refusal={refusal} words={errors.whole} />
      <div className={`${styles['submit']} ${styles['stack']}`}>
        <Button type="submit" busy={busy && '正在绑定…'}>
          绑定并登录
        </Button>
        <Button kind="plain" busy={leaving && '正在取消…'} onClick={() => void cancel()}>
          取消
        </Button>
      </div>
    </form>
  )
}
