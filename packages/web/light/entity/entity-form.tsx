import { useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import { listFields, type AnyEntity, type FieldMap, type Reference } from '#packages/contract/entity/index.ts'
import { getErrorMessage, getFieldErrors } from '#packages/web/core/call-error.ts'
import { getFormValue } from '#packages/web/core/field-text.ts'
import { getFormErrors } from '#packages/web/core/form-errors.ts'
import { Bar } from '../bar.tsx'
import { Button } from '../button.tsx'
import { Card } from '../card.tsx'
import { Foot } from '../foot.tsx'
import { Note } from '../note.tsx'
import { LightPage } from '../page.tsx'
import { EntityField } from './entity-field.tsx'
import type { SearchReferences } from './reference-field.tsx'
import type { EntityRow } from './use-rows.ts'
import styles from './entity-page.module.css'

type Values = Readonly<Record<string, unknown>>

interface Props {
  entity: AnyEntity
  /** Undefined for a new row. */
  row: EntityRow | undefined
  fixed: object
  references: Readonly<Record<string, SearchReferences>>
  onSave: (values: Values) => Promise<void>
  onClose: () => void
}

/** The form of an entity as a page. What was typed stays when it cannot be saved. */
export function EntityForm({ entity, row, fixed, references, onSave, onClose }: Props) {
  const sent = listFields(entity).filter(([name, { write }]) => write !== 'server' && !(name in fixed))
  const [values, setValues] = useState<Values>(() =>
    Object.fromEntries(
      sent.map(([name, field]) => [name, row ? getFormValue(field, row[name]) : (field.initial as unknown)]),
    ),
  )
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [fault, setFault] = useState('')
  const [isSaving, setSaving] = useState(false)
  const body = useRef<HTMLDivElement>(null)
  useEffect(() => {
    body.current?.querySelector<HTMLElement>('[aria-invalid=true], button[data-wrong]')?.focus()
  }, [errors])

  const save = async () => {
    const shape = sent
      .filter(([name, { write }]) => !row || write === 'form' || name in values)
      .map(([name, { input, updateInput }]) => [name, row ? updateInput : input])
    const found = getFormErrors(z.object(Object.fromEntries(shape) as Record<string, z.ZodType>), values)
    setFault('')
    setErrors(found)
    if (Object.keys(found).length > 0) return
    setSaving(true)
    try {
      await onSave(values)
    } catch (error) {
      const refused = getFieldErrors(error)
      setErrors(refused)
      if (Object.keys(refused).length === 0) setFault(getErrorMessage(error) || '没有保存成功，请重试')
      setSaving(false)
    }
  }
  const fields = entity.fields as FieldMap
  const draw = (name: string) => (
    <EntityField
      key={name}
      name={name}
      field={fields[name]!}
      value={values[name]}
      known={row?.[name] as Reference | readonly Reference[] | null | undefined}
      error={errors[name]}
      search={references[name]}
      onChange={(value) => setValues((before) => ({ ...before, [name]: value }))}
    />
  )
  return (
    <LightPage
      head={<Bar title={`${row ? '编辑' : '新建'}${entity.title}`} back={onClose} help={false} />}
      dock={
        <Foot above={fault && <Note kind="error">{fault}</Note>}>
          <Button size="task" busy={isSaving && '正在保存…'} onClick={() => void save()}>
            保存
          </Button>
        </Foot>
      }
    >
      <div ref={body} className={styles['form']}>
        {groupFields(entity).map(({ title, names }) => (
          <Card key={names.join()} title={title}>
            <div className={styles['fields']}>{names.map(draw)}</div>
          </Card>
        ))}
      </div>
    </LightPage>
  )
}

/** The sections of a form; fields outside a section are together. */
function groupFields({ form }: AnyEntity) {
  const groups: { title?: string; names: string[] }[] = []
  for (const part of form) {
    const last = groups.at(-1)
    if (typeof part !== 'string') groups.push({ title: part.title, names: [...part.fields] })
    else if (last && last.title === undefined) last.names.push(part)
    else groups.push({ names: [part] })
  }
  return groups
}
