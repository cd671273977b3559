import { useId, useRef } from 'react'
import type { PhoneControlProps } from '#packages/web/core/field-control.ts'
import { Button } from '#packages/web/light/button.tsx'
import { SignatureBox } from '#packages/web/light/signature-box.tsx'
import { FieldMessage, RequiredMark } from '#packages/web/light/text-field.tsx'
import { signatureTypes, useSignature } from '../upload/use-signature.ts'
import styles from './signature-field.module.css'

/** A signature on a phone: drawn with a finger, or a picture of it. The value is the id of a file. */
export default function SignatureField(props: PhoneControlProps) {
  const { label, name, isOptional, error: wrong, hint, value, known, onChange, onPending } = props
  const id = useId()
  const { lines, setLines, picture, error, isBusy, choose, keepDrawing } = useSignature({ onChange, onPending })
  const input = useRef<HTMLInputElement>(null)
  const shown = picture || (known as { url: string } | null | undefined)?.url
  const hasValue = typeof value === 'string' && value !== '' && shown
  return (
    <div className={styles['field']} role="group" aria-labelledby={id} aria-describedby={`${id}-below`}>
      <span id={id} className={styles['label']}>
        {label}
        <RequiredMark isOptional={isOptional} />
      </span>
      {hasValue ? (
        <img className={styles['picture']} src={shown} alt="手写签名" />
      ) : (
        <SignatureBox name={name} value={lines} onChange={setLines} isWrong={wrong !== undefined} />
      )}
      <FieldMessage id={`${id}-below`} error={error || wrong} hint={hint} />
      <div className={styles['buttons']}>
        {hasValue ? (
          <Button kind="tint" onClick={() => onChange(null)}>
            重新签名
          </Button>
        ) : lines === '' ? (
          <Button kind="tint" busy={isBusy && '正在上传…'} onClick={() => input.current?.click()}>
            上传图片
          </Button>
        ) : (
          <>
            <Button kind="tint" busy={isBusy && '正在保存…'} onClick={keepDrawing}>
              使用此签名
            </Button>
            <Button kind="plain" onClick={() => setLines('')}>
              清除
            </Button>
          </>
        )}
      </div>
      <input
        ref={input}
        type="file"
        hidden
        name={`${name}-picture`}
        aria-label="上传签名图片"
        accept={signatureTypes}
        onChange={({ target }) => {
          choose(target.files?.[0])
          // The same picture can be chosen again.
          target.value = ''
        }}
      />
    </div>
  )
}
