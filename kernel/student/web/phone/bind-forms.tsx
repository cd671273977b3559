import { useState } from 'react'
import { call } from '#packages/web/core/call.ts'
import { getFieldErrors, getErrorMessage } from '#packages/web/core/call-error.ts'
import { clearClassCode, getStoredClassCode } from '#packages/web/core/class-code.ts'
import { useSession } from '#packages/web/core/session.ts'
import { Button } from '#packages/web/light/button.tsx'
import { Card } from '#packages/web/light/card.tsx'
import { Chips } from '#packages/web/light/chips.tsx'
import { Note } from '#packages/web/light/note.tsx'
import { LinkRow, LinkList } from '#packages/web/light/row.tsx'
import { TextField } from '#packages/web/light/text-field.tsx'
import { studentApi } from '../../contract.ts'
import { relationOptions, parseRelation } from './relation-options.ts'
import styles from './family.module.css'

type BindMethod = 'code' | 'teacher'

interface Props {
  onBound: () => void
  /** True if no child was found by phone number; the text explains why input is needed. */
  isFirst: boolean
}

/** Two methods for guardians whose number the school does not have: class code, or approval by the class teacher. */
export function BindForms({ onBound, isFirst }: Props) {
  // A user who came with a class code needs no choice.
  const [way, setWay] = useState<BindMethod | undefined>(getStoredClassCode() ? 'code' : undefined)
  const [childName, setChildName] = useState('')
  const [isRequested, setRequested] = useState(false)
  const ask = (name: string) => {
    setChildName(name)
    setWay('teacher')
  }
  if (isRequested) return <Note kind="info">已提交。班主任确认后，孩子会出现在首页。</Note>
  if (way === 'code') return <CodeForm onBound={onBound} onBack={() => setWay(undefined)} onRequest={ask} />
  if (way === 'teacher')
    return <TeacherForm childName={childName} onRequested={() => setRequested(true)} onBack={() => setWay(undefined)} />
  return (
    <>
      {isFirst && <Note kind="info">学校登记的监护人手机号里没有您的号码，可用下面的方式绑定。</Note>}
      <LinkList>
        <LinkRow label="用班级邀请码绑定" note="班主任发的" onClick={() => setWay('code')} />
        <LinkRow label="申请班主任确认" note="需填写学籍号" onClick={() => ask('')} />
      </LinkList>
    </>
  )
}

/** The values and errors of a form, and its submit action. */
function useFields<Name extends string>(names: readonly Name[], known: Partial<Record<Name, string>> = {}) {
  const [values, setValues] = useState(
    () => Object.fromEntries(names.map((name) => [name, known[name] ?? ''])) as Record<Name, string>,
  )
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [busy, setBusy] = useState(false)
  const field = (name: Name) => ({
    name,
    value: values[name],
    error: errors[name],
    onChange: (value: string) => setValues({ ...values, [name]: value }),
  })
  const send = async (deed: () => Promise<unknown>, then: () => void) => {
    setBusy(true)
    setErrors({})
    await deed().then(then, (error: unknown) => {
      const fields = getFieldErrors(error)
      setErrors(Object.keys(fields).length > 0 ? fields : { whole: getErrorMessage(error) })
    })
    setBusy(false)
  }
  return { values, field, whole: errors['whole'], busy, send }
}

/** The name of a guardian who is known only by phone number. */
const unknownGuardianName = '家长'

/** Asks for the name only if it is unknown. */
const useNeedsName = () =>
  useSession((session) => [undefined, '', unknownGuardianName].includes(session.user?.realName))

interface CodeFormProps {
  onBound: () => void
  onBack: () => void
  /** Switches to the request to the class teacher about this child. */
  onRequest: (childName: string) => void
}

function CodeForm({ onBound, onBack, onRequest }: CodeFormProps) {
  const needsName = useNeedsName()
  const { values, field, whole, busy, send } = useFields(['code', 'childName', 'idTail', 'name', 'relation'], {
    code: getStoredClassCode(),
  })
  const bind = () =>
    send(
      () => call(studentApi.bindByCode, { body: { ...values, relation: parseRelation(values.relation) } }),
      () => {
        clearClassCode()
        onBound()
      },
    )
  return (
    <Card title="用班级邀请码绑定">
      <div className={styles['form']}>
        <TextField label="班级邀请码" autoCapitalize="characters" maxLength={20} {...field('code')} />
        <TextField label="孩子姓名" maxLength={50} {...field('childName')} />
        <TextField label="孩子证件号后四位" maxLength={4} {...field('idTail')} />
        {needsName && <TextField label="您的姓名" maxLength={50} {...field('name')} />}
        <Chips label="您是孩子的" options={relationOptions} {...field('relation')} />
        <Sending
          whole={whole}
          busy={busy}
          onBack={onBack}
          label="绑定"
          onSend={() => void bind()}
          onRequest={() => onRequest(values.childName)}
        />
      </div>
    </Card>
  )
}

interface TeacherFormProps {
  childName: string
  onRequested: () => void
  onBack: () => void
}

function TeacherForm({ childName, onRequested, onBack }: TeacherFormProps) {
  const needsName = useNeedsName()
  const { values, field, whole, busy, send } = useFields(['studentNo', 'childName', 'name', 'relation'], { childName })
  const ask = () =>
    send(
      () => call(studentApi.requestBinding, { body: { ...values, relation: parseRelation(values.relation) } }),
      onRequested,
    )
  return (
    <Card title="申请班主任确认">
      <div className={styles['form']}>
        <TextField label="孩子姓名" maxLength={50} {...field('childName')} />
        <TextField
          label="学籍号"
          maxLength={30}
          autoCapitalize="characters"
          hint="G 或 L 开头，可问班主任"
          {...field('studentNo')}
        />
        {needsName && <TextField label="您的姓名" maxLength={50} {...field('name')} />}
        <Chips label="您是孩子的" options={relationOptions} {...field('relation')} />
        <Sending whole={whole} busy={busy} onBack={onBack} label="提交" onSend={() => void ask()} />
      </div>
    </Card>
  )
}

interface SendingProps {
  whole: string | undefined
  busy: boolean
  label: string
  onSend: () => void
  onBack: () => void
  /** An alternative if the data does not match. */
  onRequest?: () => void
}

const Sending = ({ whole, busy, label, onSend, onBack, onRequest }: SendingProps) => (
  <>
    {whole && <Note kind="error">{whole}</Note>}
    {whole && onRequest && (
      <Button kind="tint" size="task" onClick={onRequest}>
        申请班主任确认
      </Button>
    )}
    <Button size="task" busy={busy && '正在提交…'} onClick={onSend}>
      {label}
    </Button>
    <Button kind="plain" size="task" onClick={onBack}>
      换一种方式
    </Button>
  </>
)
