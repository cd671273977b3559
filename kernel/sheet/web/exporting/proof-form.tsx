import type { InputRef } from 'antd'
import { Suspense, useEffect, useRef } from 'react'
import { CodeRow, type Step } from '#packages/web/desk/proving.tsx'
import { SkeletonLines } from '#packages/web/desk/skeleton.tsx'
import type { Exporting } from './use-exporting.ts'
import styles from './exporting.module.css'

/** The second step, before anything leaves the house. */
export function ProofForm({ exporting, step }: { exporting: Exporting; step: Step }) {
  const field = useRef<InputRef>(null)
  const { code, setCode, errors } = exporting
  // A wrong one is typed anew.
  useEffect(() => {
    if (errors.code) field.current?.focus()
  }, [errors.code])
  return (
    <>
      <p className={styles['why']}>为保护个人信息，请验证是您本人。</p>
      <Suspense fallback={<SkeletonLines widths={[60]} />}>
        <CodeRow
          // Another step is another message.
          key={step.msgId}
          ref={field}
          step={step}
          error={errors.code}
          name="code"
          value={code}
          onChange={({ target }) => setCode(target.value)}
        />
      </Suspense>
    </>
  )
}
