import { useState } from 'react'
import { call } from '#packages/web/core/call.ts'
import { getFieldErrors, getErrorMessage } from '#packages/web/core/call-error.ts'
import { useSession } from '#packages/web/core/session.ts'
import { Button, TextButton } from '#packages/web/light/button.tsx'
import { Card } from '#packages/web/light/card.tsx'
import { Chips } from '#packages/web/light/chips.tsx'
import { Note } from '#packages/web/light/note.tsx'
import { DetailRow, DetailList } from '#packages/web/light/row.tsx'
import { BottomSheet } from '#packages/web/light/bottom-sheet.tsx'
import { PageLoadError, Skeleton } from '#packages/web/light/state-notice.tsx'
import { Switch } from '#packages/web/light/switch.tsx'
import { Tag } from '#packages/web/light/tag.tsx'
import { TextField } from '#packages/web/light/text-field.tsx'
import { relations, studentApi, type Linkman } from '../../contract.ts'
import { relationOptions, parseRelation } from './relation-options.ts'
import { ChildPage } from './family-page.tsx'
import { useLoaded } from '#packages/web/light/use-loaded.ts'
import styles from './family.module.css'

/** The emergency contacts of a child. */
export default function LinkmenPage() {
  return (
    <ChildPage title="紧急联系人" help="family-linkmen">
      {(child) => <Linkmen child={child} />}
    </ChildPage>
  )
}

type Child = { id: string; name: string }

function Linkmen({ child }: { child: Child }) {
  const isGuardian = useSession((session) => session.user?.userType === 2)
  const [edited, setEdited] = useState<Linkman | 'new'>()
  const { answer, again } = useLoaded(child.id, () => call(studentApi.linkmen, { query: { studentId: child.id } }))
  if (!answer) return <Skeleton />
  if (answer === 'failed') return <PageLoadError onRetry={again} />
  return (
    <>
      {!answer.some(({ isEmergency }) => isEmergency) && <Note kind="warning">请设置至少一位紧急联系人</Note>}
      <Card title={`${child.name}的联系人`} isFlush>
        <DetailList>
          {answer.map((linkman) => (
            <DetailRow
              key={linkman.id}
              label={relations[linkman.relation]}
              secondLine={linkman.phone}
              tool={isGuardian && <TextButton onClick={() => setEdited(linkman)}>修改</TextButton>}
            >
              {linkman.name}
              {linkman.isMe && '（本人）'} {linkman.isEmergency && <Tag state="chosen">紧急联系人</Tag>}
            </DetailRow>
          ))}
        </DetailList>
      </Card>
      {isGuardian && (
        <Button kind="plain" size="task" onClick={() => setEdited('new')}>
          新建联系人
        </Button>
      )}
      {edited && (
        <Form
          child={child}
          {...(edited !== 'new' && { linkman: edited })}
          onClose={() => setEdited(undefined)}
          onSaved={() => {
            setEdited(undefined)
            again()
          }}
        />
      )}
    </>
  )
}

interface FormProps {
  child: Child
  linkman?: Linkman
  onClose: () => void
  onSaved: () => void
}

function Form({ child, linkman, onClose, onSaved }: FormProps) {
  const [name, setName] = useState(linkman?.name ?? '')
  const [relation, setRelation] = useState(linkman ? String(linkman.relation) : '')
  const [phone, setPhone] = useState('')
  const [isEmergency, setEmergency] = useState(linkman?.isEmergency ?? true)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    setErrors({})
    const body = {
      studentId: child.id,
      id: linkman?.id ?? null,
      name,
      relation: parseRelation(relation),
      isEmergency,
      ...(phone || !linkman ? { phone } : {}),
    }
    await call(studentApi.saveLinkman, { body }).then(onSaved, (error: unknown) => {
      const fields = getFieldErrors(error)
      setErrors(Object.keys(fields).length > 0 ? fields : { whole: getErrorMessage(error) })
    })
    setBusy(false)
  }
  return (
    <BottomSheet title={linkman ? '修改联系人' : '新建联系人'} onClose={onClose}>
      <div className={styles['form']}>
        <TextField label="姓名" value={name} onChange={setName} error={errors['name']} maxLength={50} />
        <Chips
          label="关系"
          name="relation"
          value={relation}
          onChange={setRelation}
          options={relationOptions}
          error={errors['relation']}
        />
        <TextField
          label="手机号"
          value={phone}
          onChange={setPhone}
          error={errors['phone']}
          inputMode="tel"
          groups={[3, 4, 4]}
          isOptional={linkman !== undefined}
          hint={linkman ? `现为 ${linkman.phone || '未填写'}，不改请留空` : undefined}
        />
        <Switch label="紧急联系人" hint="孩子有事时学校先打给这位" isOn={isEmergency} onChange={setEmergency} />
        {errors['whole'] && <Note kind="error">{errors['whole']}</Note>}
        <Button size="task" busy={busy && '正在保存…'} onClick={() => void save()}>
          保存
        </Button>
      </div>
    </BottomSheet>
  )
}
