import type { ReactNode } from 'react'
import { phoneForm } from '../../../contract.ts'
import { getFormErrors } from '#packages/web/core/form-errors.ts'
import { usePageTitle } from '#packages/web/core/page-title.ts'
import { Button } from '#packages/web/light/button.tsx'
import { Field } from '#packages/web/light/field.tsx'
import { PhoneIcon } from '#packages/web/light/icons.tsx'
import { BackIcon } from '#packages/web/light/more-icons.tsx'
import { useForm } from '../../forms/use-form.ts'
import { CaptchaRow } from './captcha-row.tsx'
import { SignInHeading } from './sign-in-heading.tsx'
import type { useSignInView } from './use-sign-in-view.ts'
import { FormError } from './form-error.tsx'
import styles from './form.module.css'

interface Props {
  title: string
  lead: string
  /** The value typed before. */
  start?: string
  send: (phone: string) => Promise<void>
  help?: ReactNode
  back: { label: string; linkTo: ReturnType<typeof useSignInView>['linkTo'] }
}

export const maskPhone = (phone: string) => phone.replace(/^(\d{3})\d{4}/, '$1****')

/** The number to which a code is sent. */
export function PhoneNumberForm({ title, lead, start = '', send, help, back }: Props) {
  usePageTitle(title)
  const { field, errors, busy, captcha, props } = useForm({
    start: { phone: start },
    check: (form) => getFormErrors(phoneForm, form),
    send: (form) => send(form.phone.trim()),
  })
  return (
    <form {...props} className={styles['form']}>
      <SignInHeading title={title}>
        <p className={styles['lead']}>{lead}</p>
      </SignInHeading>
      <Field
        label="手机号"
        icon={<PhoneIcon />}
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
        maxLength={11}
        // eslint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        {...field('phone')}
      />
      <CaptchaRow captcha={captcha} />
      <FormError message={errors.whole} />
      <div className={styles['submit']}>
        <Button type="submit" busy={busy && '正在发送…'}>
          获取验证码
        </Button>
      </div>
      {help && <p className={styles['help']}>{help}</p>}
      <div className={styles['foot']}>
        <a {...back.linkTo('')}>
          <BackIcon size={16} />
          {back.label}
        </a>
      </div>
    </form>
  )
}
