import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { DataOf } from '#packages/contract'
import { getErrorMessage } from '#packages/web/core/call-error.ts'
import { Button } from '#packages/web/desk/button.tsx'
import { ConfirmAction } from '#packages/web/desk/confirm-action.tsx'
import { FieldControl } from '#packages/web/desk/entity/field-control.tsx'
import { useToast } from '#packages/web/desk/toast.tsx'
import { usePhone } from '#packages/web/desk/use-phone.ts'
import type { approvalSetupApi } from '../../contract.ts'
import { signatureQuery } from '../flow-queries.ts'
import { saveSignature } from './personal-queries.ts'
import styles from './signature-editor.module.css'

/** 手写签名: drawn or uploaded, replaced, removed. A new one is stored as soon as it is accepted. */
export function SignatureEditor({ saved }: { saved: DataOf<typeof approvalSetupApi.signature> }) {
  const client = useQueryClient()
  const toast = useToast()
  const isPhone = usePhone()
  // While a new one is drawn the stored one stays valid.
  const [isDrawing, setDrawing] = useState(false)
  const [isRemoving, setRemoving] = useState(false)
  const store = async (fileId: string | null) => {
    client.setQueryData(signatureQuery.queryKey, await saveSignature(fileId))
    setDrawing(false)
  }
  const change = (value: unknown) => {
    if (typeof value !== 'string') return setDrawing(true)
    store(value).then(
      () => toast.success('手写签名已保存'),
      (error: unknown) => toast.error(getErrorMessage(error)),
    )
  }
  return (
    <div className={styles['field']}>
      <FieldControl
        of="signature"
        control={{ id: 'signature', status: '', 'aria-invalid': false }}
        name="signature"
        label="手写签名"
        value={isDrawing ? null : saved.fileId}
        known={saved}
        options={[]}
        placeholder={undefined}
        isRequired={false}
        isFilled={false}
        isPhone={isPhone}
        none={null}
        onChange={change}
        onPending={() => {}}
      />
      {saved.fileId !== null &&
        (isDrawing ? (
          <Button type="link" onClick={() => setDrawing(false)}>
            保留原来的签名
          </Button>
        ) : (
          <Button type="link" danger onClick={() => setRemoving(true)}>
            删除签名
          </Button>
        ))}
      {isRemoving && (
        <ConfirmAction
          title="删除手写签名"
          submitLabel="删除"
          isDanger
          done="手写签名已删除"
          submit={() => store(null)}
          onClose={() => setRemoving(false)}
        >
          <p>以前审批中的签名不受影响。需要签名的步骤，要先重新设置签名才能同意。</p>
        </ConfirmAction>
      )}
    </div>
  )
}
