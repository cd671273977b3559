import { useState } from 'react'
import { ConfirmAction } from '#packages/web/desk/confirm-action.tsx'
import { TypedName } from '#packages/web/desk/typed-name.tsx'
import type { YearPlan } from '../../contract.ts'
import { undoHint } from './year-steps.tsx'
import styles from './year-steps.module.css'

interface Props {
  plan: YearPlan
  /** Before June. */
  isEarly: boolean
  onAnswer: (orgName: string | undefined) => void
}

/** The final confirmation of a year change: shows the effect, and the user types the school's name. */
export function YearConfirm({ plan, isEarly, onAnswer }: Props) {
  const [typed, setTyped] = useState('')
  const { orgName, schoolYear, input, counts } = plan
  const isNamed = typed.trim() === orgName
  const lines = [
    `${counts.leave.toLocaleString()} 名学生自 ${input.leavesOn} 起毕业离校`,
    `${counts.goOn.toLocaleString()} 名学生随年级升级，${counts.repeat.toLocaleString()} 名学生留级`,
    `新建 ${counts.newClasses.toLocaleString()} 个班级`,
    ...(isEarly ? ['提前办理：毕业学生在离校日期之前不能再办理其他学籍异动'] : []),
  ]
  return (
    <ConfirmAction
      title={`执行 ${schoolYear}–${schoolYear + 1} 学年升级`}
      size="form"
      submitLabel="执行升级"
      isDanger
      isDisabled={!isNamed}
      submit={() => onAnswer(typed.trim())}
      onSent={() => {}}
      hasFields
      onClose={() => onAnswer(undefined)}
    >
      <ul className={styles['effects']}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p className={styles['hint']}>{undoHint}</p>
      <TypedName lead="请输入学校名称" name={orgName} value={typed} onChange={setTyped} />
    </ConfirmAction>
  )
}
