import type { InputRef } from 'antd'
import { Suspense, useEffect, useRef } from 'react'
import { StepUpCodeRow, type StepUpChallenge } from '#packages/web/desk/step-up.tsx'
import { SkeletonLines } from '#packages/web/desk/skeleton.tsx'
import type { ExportDialogState } from './use-export-dialog.ts'
import styles from './export.module.css'

/** The step-up proof before an export. */
export function StepUpForm({ exporting, step }: { exporting: ExportDialogState; step: StepUpChallenge }) {
  const field = useRef<InputRef>(null)
  const { code, setCode, errors } = exporting
  // Focuses the field after a wrong code.
  useEffect(() => {
    if (errors.code) field.current?.focus()
  }, [errors.code])
  return (
    <>
      <p className={styles['why']}>为保护个人信息，请验证是您本人。</p>
      <Suspense fallback={<SkeletonLines widths={[60]} />}>
        <StepUpCodeRow
          // A new key for a new code message.
          key={step.msgId}
          ref={field}
          challenge={step}
          error={errors.code}
          name="code"
          value={code}
          onChange={({ target }) => setCode(target.value)}
        />
      </Suspense>
    </>
  )
}
