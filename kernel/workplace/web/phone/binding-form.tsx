import { useState } from 'react'
import {
  CaptchaRow,
  formStyles as styles,
  getRedirectQuery,
  NameAndPasswordFields,
  type OnSignedIn,
  SignInError,
  SignInHeading,
  usePasswordForm,
} from '#kernel/session/web/api.ts'
import { workplaceApi, type WorkplaceLogin } from '../../contract.ts'
import { call } from '#packages/web/core/call.ts'
import { usePageTitle } from '#packages/web/core/page-title.ts'
import { Button } from '#packages/web/light/button.tsx'

interface Props {
  login: WorkplaceLogin
  onSignedIn: OnSignedIn
}

/** An unbound DingTalk account: the user binds it with the password of an account here. */
export function BindingForm({ login, onSignedIn }: Props) {
  usePageTitle('绑定账号')
  const [isCancelling, setCancelling] = useState(false)
  const { field, errors, refusal, busy, captcha, props } = usePasswordForm('', async (form) => {
    const result = await call(workplaceApi.binding, { body: { ...form, dingdingID: login.dingdingID } })
    onSignedIn(result, { userName: form.userName })
    return result
  })
  const cancel = async () => {
    setCancelling(true)
    // The started binding expires after a few minutes even if this request fails.
    await call(workplaceApi.cancel).catch(() => {})
    location.replace(`/login${getRedirectQuery(location.search)}`)
  }
  return (
    <form {...props} className={styles['form']}>
      <SignInHeading title="绑定账号">
        <p className={styles['lead']}>
          {login.userNick && (
            <>
              钉钉用户 <strong>{login.userNick}</strong>，您好。
            </>
          )}
          首次使用钉钉登录，请绑定您的账号
        </p>
      </SignInHeading>
      <NameAndPasswordFields label="用户名或手机号" isKnown={false} field={field} />
      <CaptchaRow captcha={captcha} />
      <SignInError refusal={refusal} message={errors.whole} />
      <div className={`${styles['submit']} ${styles['stack']}`}>
        <Button type="submit" busy={busy && '正在绑定…'}>
          绑定并登录
        </Button>
        <Button kind="plain" busy={isCancelling && '正在取消…'} onClick={() => void cancel()}>
          取消
        </Button>
      </div>
    </form>
  )
}
