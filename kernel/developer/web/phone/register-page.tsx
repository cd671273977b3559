import { useState } from 'react'
import { call } from '#packages/web/core/call.ts'
import { getFormErrors } from '#packages/web/core/form-errors.ts'
import { usePageTitle } from '#packages/web/core/page-title.ts'
import { Button, ButtonLink, TextButton } from '#packages/web/light/button.tsx'
import { Checkbox } from '#packages/web/light/checkbox.tsx'
import { Field } from '#packages/web/light/field.tsx'
import { BackIcon } from '#packages/web/light/more-icons.tsx'
import { useCountdown } from '#packages/web/light/use-countdown.ts'
import {
  CaptchaRow,
  FormError,
  formStyles as styles,
  NewPasswordFields,
  SignInAside,
  SignInFrame,
  SignInHeading,
  useForm,
} from '#kernel/session/web/api.ts'
import { agreementVersion, developerApi, registerForm } from '../../contract-developers.ts'

const noForm = { company: '', creditCode: '', contact: '', phone: '', code: '', password: '', again: '' }
type Form = typeof noForm

/** /developerRegister: a company registers, with the phone number of whoever administers it. */
export default function RegisterPage() {
  usePageTitle('注册开发者')
  const [isDone, setDone] = useState(false)
  return (
    <SignInFrame aside={<SignInAside />}>
      {isDone ? <Registered /> : <Register onDone={() => setDone(true)} />}
    </SignInFrame>
  )
}

const Registered = () => (
  <div className={styles['form']}>
    <SignInHeading title="注册成功">
      <p className={styles['lead']} role="status">
        企业信息正在审核。现在可以登录并填写应用，审核通过后提交。
      </p>
    </SignInHeading>
    <div className={styles['submit']}>
      <ButtonLink href="/developerLogin">去登录</ButtonLink>
    </div>
  </div>
)

function Register({ onDone }: { onDone: () => void }) {
  const [msgId, setMsgId] = useState('')
  const [isAgreed, setAgreed] = useState(false)
  const [left, count] = useCountdown()
  const toBody = ({ phone: _, again: __, ...form }: Form) => ({ ...form, msgId, agreement: agreementVersion })
  const { form, field, errors, busy, captcha, attempt, props } = useForm<Form>({
    start: noForm,
    check: (values) => ({
      ...getFormErrors(registerForm, toBody(values)),
      ...(msgId === '' && { phone: '请先获取验证码' }),
      ...(values.again !== values.password && { again: '重复密码与密码不一致' }),
      ...(!isAgreed && { whole: '请阅读并同意开发者协议' }),
    }),
    send: async (values) => {
      await call(developerApi.register, { body: registerForm.parse(toBody(values)) })
      onDone()
    },
  })
  const send = () =>
    attempt(async () => {
      const { msgId: sent, retryAfter } = await call(developerApi.sendCode, { body: { phone: form.phone.trim() } })
      setMsgId(sent)
      count(retryAfter)
    })
  return (
    <form {...props} className={styles['form']}>
      <SignInHeading title="注册开发者">
        <p className={styles['lead']}>企业信息由平台审核，手机号用来登录和接收通知</p>
      </SignInHeading>
      <Field label="企业名称" autoComplete="organization" maxLength={50} {...field('company')} />
      <Field
        label="统一社会信用代码"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={18}
        {...field('creditCode')}
      />
      <Field label="联系人姓名" autoComplete="name" maxLength={20} {...field('contact')} />
      <Field label="手机号" type="tel" autoComplete="tel" maxLength={11} {...field('phone')} />
      <Field label="短信验证码" inputMode="numeric" autoComplete="one-time-code" maxLength={6} {...field('code')} />
      <div className={styles['options']}>
        {left > 0 ? (
          <span>验证码已发送，{left} 秒后可重新发送</span>
        ) : (
          <TextButton disabled={busy} onClick={() => void send()}>
            获取验证码
          </TextButton>
        )}
      </div>
      <NewPasswordFields first={field('password')} again={field('again')} />
      <CaptchaRow captcha={captcha} />
      <Checkbox
        label="我已阅读并同意开发者协议"
        checked={isAgreed}
        onChange={(event) => setAgreed(event.target.checked)}
      />
      <FormError message={errors.whole} />
      <div className={styles['submit']}>
        <Button type="submit" busy={busy && '正在提交…'}>
          注册
        </Button>
      </div>
      <p className={styles['help']}>
        <a href="/help#developer">开发者协议</a>：只为登记的用途使用数据，不转交他人；停止合作后删除已取得的数据。
      </p>
      <div className={styles['foot']}>
        <a href="/developerLogin">
          <BackIcon size={16} />
          返回登录
        </a>
      </div>
    </form>
  )
}
