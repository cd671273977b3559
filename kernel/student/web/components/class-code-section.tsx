import { useState } from 'react'
import { Button } from '#packages/web/desk/button.tsx'
import { CopyButton } from '#packages/web/desk/copy-button.tsx'
import { ErrorNote } from '#packages/web/desk/error-note.tsx'
import { DetailSection } from '#packages/web/desk/list/detail-section.tsx'
import { fetchClassCode } from '../class-queries.ts'
import { ClassCodeView, type ClassCode } from './class-code-view.tsx'
import { useAsyncAction } from './use-async-action.ts'
import styles from './class-code-dialog.module.css'

/** The class code beside the list of classes. Shown on request, because it gives families access to the class. */
export default function ClassCodeSection({ id }: { id: string }) {
  const [code, setCode] = useState<ClassCode>()
  const { isBusy, refusal, run } = useAsyncAction()
  const show = (renew: boolean) => run(async () => setCode(await fetchClassCode(id, renew)))
  return (
    <DetailSection>
      <ErrorNote message={refusal} />
      {code ? (
        <ClassCodeView code={code} />
      ) : (
        <p className={styles['lead']}>家长用邀请码和孩子证件号后四位绑定。邀请码有有效期，不要发到公开的地方。</p>
      )}
      <div className={styles['acts']}>
        <Button type={code ? 'default' : 'primary'} loading={isBusy} onClick={() => show(code !== undefined)}>
          {code ? '更换邀请码' : '查看邀请码'}
        </Button>
        {code && <CopyButton text={code.code} label="复制" name="邀请码" />}
      </div>
    </DetailSection>
  )
}
