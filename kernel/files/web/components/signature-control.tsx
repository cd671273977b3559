import { useRef } from 'react'
import type { FieldControlProps } from '#packages/web/core/field-control.ts'
import { Button } from '#packages/web/desk/button.tsx'
import { ErrorNote } from '#packages/web/desk/error-note.tsx'
import { SignatureBox } from '#packages/web/light/signature-box.tsx'
import { signatureTypes, useSignature } from '../upload/use-signature.ts'
import styles from './signature-control.module.css'

/** The control of a signature: drawn with the mouse or a pen, or uploaded as a picture. The value is the id of a file. */
export default function SignatureControl({ name, value, known, onChange, onPending }: FieldControlProps) {
  const { lines, setLines, picture, error, isBusy, choose, keepDrawing } = useSignature({ onChange, onPending })
  const input = useRef<HTMLInputElement>(null)
  const shown = picture || (known as { url: string } | null | undefined)?.url
  const hasValue = typeof value === 'string' && value !== '' && shown
  return (
    <div className={styles['field']}>
      {hasValue ? (
        <img className={styles['picture']} src={shown} alt="手写签名" />
      ) : (
        <SignatureBox name={name} value={lines} onChange={setLines} />
      )}
      <ErrorNote message={error || undefined} />
      <div className={styles['buttons']}>
        {hasValue ? (
          <Button onClick={() => onChange(null)}>重新签名</Button>
        ) : (
          <>
            <Button type="primary" disabled={lines === ''} loading={isBusy} onClick={keepDrawing}>
              使用此签名
            </Button>
            <Button disabled={lines === '' || isBusy} onClick={() => setLines('')}>
              清除
            </Button>
            <Button disabled={isBusy} onClick={() => input.current?.click()}>
              上传图片
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
