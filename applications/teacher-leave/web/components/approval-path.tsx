import type { ComponentProps } from 'react'
import { FlowPreview } from '#kernel/approval/web/api.ts'
import styles from './leave-form.module.css'

interface Props extends Omit<ComponentProps<typeof FlowPreview>, 'values'> {
  /** Undefined while too little is filled in. */
  values: ComponentProps<typeof FlowPreview>['values'] | undefined
}

/** Beside a form: who will decide. */
export default function ApprovalPath({ values, ...of }: Props) {
  return (
    <section className={styles['path']}>
      <h2>审批人</h2>
      {values ? <FlowPreview {...of} values={values} /> : <p>选好类型和时间后，这里列出审批人</p>}
    </section>
  )
}
