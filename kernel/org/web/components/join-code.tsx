import { lazy, Suspense, useState } from 'react'
import { Button } from '#packages/web/desk/button.tsx'
import { useMay } from '#packages/web/desk/permissions.tsx'
import styles from './management.module.css'

const JoinCodeDialog = lazy(() => import('./join-code-dialog.tsx'))

/**
 * People request to join an organisation with this code. Its existence is not shown, because it works like a password.
 */
export function JoinCode({ id, name }: { id: string; name: string }) {
  const [open, setOpen] = useState<'new' | 'drop'>()
  const may = useMay()
  const canChange = may('org.edit')
  return (
    <>
      <p className={styles['words']}>
        教职工凭加入码申请加入本单位，由管理员审核。加入码 30 天内有效，只在生成时显示一次。
      </p>
      {canChange && (
        <div className={styles['buttons']}>
          <Button onClick={() => setOpen('new')}>生成加入码</Button>
          <Button onClick={() => setOpen('drop')}>停用加入码</Button>
        </div>
      )}
      {open && (
        <Suspense>
          <JoinCodeDialog id={id} name={name} kind={open} onClose={() => setOpen(undefined)} />
        </Suspense>
      )}
    </>
  )
}
