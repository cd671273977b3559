import { useState } from 'react'
import { phoneForm, sessionApi } from '#kernel/session/contract.ts'
import { call } from '#packages/web/core/call.ts'
import { errorsOf } from '#packages/web/core/form-errors.ts'
import { usePageTitle } from '#packages/web/core/page-title.ts'
import { Button } from '#packages/web/light/button.tsx'
import { Field } from '#packages/web/light/field.tsx'
import { PhoneIcon } from '#packages/web/light/icons.tsx'
import { BackIcon } from '#packages/web/light/more-icons.tsx'
import { CaptchaRow } from './captcha-row.tsx'
import { CodeStep } from './code-step.tsx'
import type { Arrive } from './arrival.ts'
import { Heading } from './heading.tsx'
import { useForm } from './use-form.ts'
import type { useView } from './use-view.ts'
import { Wrong } from './wrong.tsx'
import styles from './form.module.css'

interface Props {
  arrive: Arrive
  linkTo: ReturnType<typeof useView>['linkTo']
}

export const masked = (phone: string) => phone.replace(/^(\d{3})\d{4}/, '$1****')

/** In with a code from a text message instead of a password. */
export function SmsForm({ arrive, linkTo }: Props) {
  const [sent, setSent] = useState<{ msgId: string; retryAfter: number; phone: string }>()
  if (!sent) return <PhoneForm linkTo={linkTo} onSent={setSent} />
  const check = async (code: string) =>
    arrive(await call(sessionApi.checkCode, { query: {}, body: { msgId: sent.msgId, code, trust: false } }), {
      userName: masked(sent.phone),
    })
  return (
    <CodeStep
      msgId={sent.msgId}
      phone={masked(sent.phone)}
      sentFor={sent.retryAfter}
      check={check}
      submit={{ label: '登录', busy: '登录中…' }}
      back={{ label: '换个手机号', go: () => setSent(undefined) }}
    />
  )
}

interface PhoneFormProps {
  linkTo: Props['linkTo']
  onSent: (sent: { msgId: string; retryAfter: number; phone: string }) => void
}

function PhoneForm({ linkTo, onSent }: PhoneFormProps) {
  usePageTitle('短信登录')
  const { field, errors, busy, captcha, props } = useForm({
    start: { phone: '' },
    check: (form) => errorsOf(phoneForm, form),
    send: async (form) => {
      const phone = form.phone.trim()
      onSent({ ...(await call(sessionApi.smsLogin, { body: { phone } })), phone })
    },
  })
  return (
    <form {...props} className={styles['form']}>
      <Heading title="短信登录">
        <p className={styles['lead']}>验证码将发送到您在单位登记的手机号</p>
      </Heading>
      <PhoneField {...field('phone')} />
      <CaptchaRow captcha={captcha} />
      <Wrong words={errors.whole} />
      <div className={styles['submit']}>
        <Button type="submit" busy={busy && '正在发送…'}>
          获取验证码
        </Button>
      </div>
      <div className={styles['foot']}>
        <a {...linkTo('')}>
          <BackIcon size={16} />
          用密码登录
        </a>
      </div>
    </form>
  )
}

type PhoneFieldProps = Omit<Parameters<typeof Field>[0], 'label'>

export function PhoneField(field: PhoneFieldProps) {
  return (
    <Field
      label="手机号"
      icon={<PhoneIcon />}
      type="tel"
      inputMode="tel"
      autoComplete="tel-national"
      maxLength={11}
      // eslint-disable-next-line jsx-a11y/no-autofocus
      autoFocus
      {...field}
    />
  )
}
