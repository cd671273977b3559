import { Input } from 'antd'
import { useEffect, useId, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { codeForm, passkeyName, sessionApi } from '../../contract.ts'
import type { DataOf } from '#packages/contract'
import { call } from '#packages/web/core/call.ts'
import { getFieldErrors, getErrorMessage } from '#packages/web/core/call-error.ts'
import { getFormErrors } from '#packages/web/core/form-errors.ts'
import { Button } from '#packages/web/desk/button.tsx'
import { CopyButton } from '#packages/web/desk/copy-button.tsx'
import { Dialog } from '#packages/web/desk/dialog.tsx'
import { FormRow } from '#packages/web/desk/form/form-row.tsx'
import { SkeletonLines } from '#packages/web/desk/skeleton.tsx'
import { useToast } from '#packages/web/desk/toast.tsx'
import { QrPicture } from '#packages/web/light/qr-picture.tsx'
import { createPasskey, getPasskeyErrorMessage } from '../passkeys.ts'
import CodeRow from './code-row.tsx'
import { useStepUp } from './use-step-up.ts'
import styles from './factors.module.css'

interface Props {
  onClose: () => void
  onDone: (message: string) => void
}

interface FormProps {
  title: string
  label: string
  busy: boolean
  isDanger?: boolean
  onSubmit: () => Promise<void>
  onClose: () => void
  children: ReactNode
}

function FactorForm({ title, label, busy, isDanger = false, onSubmit, onClose, children }: FormProps) {
  const id = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void onSubmit()
  }
  return (
    <Dialog
      title={title}
      size="question"
      busy={busy}
      onClose={onClose}
      foot={
        <>
          <Button disabled={busy} onClick={onClose}>
            取消
          </Button>
          <Button type="primary" danger={isDanger} form={id} htmlType="submit" loading={busy}>
            {label}
          </Button>
        </>
      }
    >
      <form id={id} noValidate className={styles['form']} onSubmit={submit}>
        {children}
      </form>
    </Dialog>
  )
}

/** First the step-up where one is required, then the QR code to scan and the first code of the authenticator app. */
export function TotpDialog({ onClose, onDone }: Props) {
  const [setup, setSetup] = useState<DataOf<typeof sessionApi.totpBegin>>()
  const proved = useStepUp(async (proof) => setSetup(await call(sessionApi.totpBegin, { body: proof })))
  const hasRequested = useRef(false)
  useEffect(() => {
    if (hasRequested.current) return
    hasRequested.current = true
    void proved.submit()
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  if (setup) return <ConfirmTotp begun={setup} onClose={onClose} onDone={onDone} />
  return (
    <FactorForm title="添加动态口令" label="下一步" busy={proved.busy} onSubmit={proved.submit} onClose={onClose}>
      {proved.step ? (
        <>
          <p>先验证是您本人。</p>
          <CodeRow key={proved.step.msgId} challenge={proved.step} {...proved.row} />
        </>
      ) : (
        <SkeletonLines widths={[60, 40]} />
      )}
    </FactorForm>
  )
}

function ConfirmTotp({ begun, onClose, onDone }: Props & { begun: { secret: string; uri: string } }) {
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const confirm = async () => {
    const wrong = getFormErrors(codeForm, { code })['code']
    setError(wrong)
    if (wrong || busy) return
    setBusy(true)
    try {
      await call(sessionApi.totpConfirm, { body: { code } })
      onDone('已开启动态口令')
    } catch (refused) {
      setBusy(false)
      setCode('')
      setError(getFieldErrors(refused)['code'] ?? getErrorMessage(refused))
    }
  }
  return (
    <FactorForm title="添加动态口令" label="开启" busy={busy} onSubmit={confirm} onClose={onClose}>
      <p>用手机上的验证器（如腾讯身份验证器、Microsoft Authenticator）扫描二维码，再填写它显示的 6 位数字。</p>
      <QrPicture text={begun.uri} label="动态口令二维码" className={styles['qr']} />
      <div className={styles['secret']}>
        <span>
          不能扫码时，手动输入密钥
          <code className={styles['letters']}>{begun.secret.match(/.{1,4}/g)?.join(' ')}</code>
        </span>
        <CopyButton text={begun.secret} label="复制" name="密钥" />
      </div>
      <FormRow label="动态口令" error={error} hint="30 秒更换一次">
        {(control) => (
          <Input
            {...control}
            name="code"
            value={code}
            onChange={({ target }) => {
              setCode(target.value)
              setError(undefined)
            }}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={6}
            placeholder="6 位数字"
          />
        )}
      </FormRow>
    </FactorForm>
  )
}

/** The name of the passkey, the step-up, and then the browser's own prompt. */
export function PasskeyDialog({ onClose, onDone }: Props) {
  const [name, setName] = useState(/Mobile|Android|iPhone/.test(navigator.userAgent) ? '我的手机' : '我的电脑')
  const [wrong, setWrong] = useState<string>()
  const toast = useToast()
  const proved = useStepUp(async (proof) => {
    const options = await call(sessionApi.passkeyBegin, { body: proof })
    try {
      const answer = await createPasskey(options)
      await call(sessionApi.passkeyAdd, { body: { answer, name } })
    } catch (error) {
      toast.error(getPasskeyErrorMessage(error))
      return onClose()
    }
    onDone('已添加通行密钥')
  })
  const submit = async () => {
    const unnamed = getFormErrors(passkeyName, { name })['name']
    setWrong(unnamed)
    if (!unnamed) await proved.submit()
  }
  return (
    <FactorForm title="添加通行密钥" label="下一步" busy={proved.busy} onSubmit={submit} onClose={onClose}>
      <p>以后可以用这台设备的指纹、面容或锁屏密码，或一个安全密钥来验证。</p>
      <FormRow label="名称" error={wrong}>
        {(control) => (
          <Input
            {...control}
            name="name"
            data-first
            value={name}
            maxLength={20}
            onChange={({ target }) => setName(target.value)}
          />
        )}
      </FormRow>
      {proved.step && <CodeRow key={proved.step.msgId} challenge={proved.step} {...proved.row} />}
    </FactorForm>
  )
}

/** `id` of a passkey; without an id the authenticator app is removed. */
export function RemoveDialog({ what, id, onClose, onDone }: Props & { what: string; id?: string }) {
  const proved = useStepUp(async (proof) => {
    await (id
      ? call(sessionApi.passkeyRemove, { body: { id, ...proof } })
      : call(sessionApi.totpRemove, { body: proof }))
    onDone(`已移除${what}`)
  })
  return (
    <FactorForm
      title={`移除${what}`}
      label="移除"
      isDanger
      busy={proved.busy}
      onSubmit={proved.submit}
      onClose={onClose}
    >
      <p>移除后不能再用它验证。</p>
      {proved.step && <CodeRow key={proved.step.msgId} challenge={proved.step} {...proved.row} />}
    </FactorForm>
  )
}
