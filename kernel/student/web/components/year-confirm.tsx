import { Input } from 'antd'
import { useId, useState } from 'react'
import { Button } from '#packages/web/desk/button.tsx'
import { Dialog } from '#packages/web/desk/dialog.tsx'
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
  const id = useId()
  const { orgName, schoolYear, input, counts } = plan
  const isNamed = typed.trim() === orgName
  const lines = [
    `${counts.leave.toLocaleString()} 名学生自 ${input.leavesOn} 起毕业离校`,
    `${counts.goOn.toLocaleString()} 名学生随年级升级，${counts.repeat.toLocaleString()} 名学生留级`,
    `新建 ${counts.newClasses.toLocaleString()} 个班级`,
    ...(isEarly ? ['提前办理：毕业学生在离校日期之前不能再办理其他学籍异动'] : []),
  ]
  return (
    <Dialog
      title={`执行 ${schoolYear}–${schoolYear + 1} 学年升级`}
      size="form"
      onClose={() => onAnswer(undefined)}
      foot={
        <>
          <Button onClick={() => onAnswer(undefined)}>取消</Button>
          <Button type="primary" danger disabled={!isNamed} onClick={() => onAnswer(typed.trim())}>
            执行升级
          </Button>
        </>
      }
    >
      <form
        className={styles['question']}
        onSubmit={(event) => {
          event.preventDefault()
          if (isNamed) onAnswer(typed.trim())
        }}
      >
        <ul className={styles['effects']}>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        <p className={styles['hint']}>{undoHint}</p>
        <label htmlFor={id}>
          请输入学校名称“<strong>{orgName}</strong>”确认
        </label>
        <Input
          id={id}
          data-first=""
          autoComplete="off"
          maxLength={100}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      </form>
    </Dialog>
  )
}
