import { useEffect, useRef, useState } from 'react'
import { getErrorMessage, getFieldErrors } from '#packages/web/core/call-error.ts'
import type { FormSpec } from '#packages/web/core/form/form-spec.ts'
import {
  getCellErrors,
  getDerivedValues,
  getVisibleValues,
  isFieldVisible,
  validateForm,
} from '#packages/web/core/form/form-validation.ts'
import { Bar } from '../bar.tsx'
import { BottomSheet } from '../bottom-sheet.tsx'
import { Button } from '../button.tsx'
import { Card } from '../card.tsx'
import { Foot } from '../foot.tsx'
import { Note } from '../note.tsx'
import { LightPage } from '../page.tsx'
import { useBackKey } from '../use-back-key.ts'
import { FormField } from './form-field.tsx'
import styles from './form.module.css'

type Values = Readonly<Record<string, unknown>>

interface Props {
  title: string
  form: FormSpec<Values>
  /** The existing values of a changed row. */
  known?: Values | undefined
  /** The label of the button, where it is not 保存. */
  send?: string | undefined
  /** With false nothing was sent, and the form stays. */
  submit: (values: Values) => Promise<void | false>
  onClose: () => void
}

/** The messages about what the form does not show: no field would display them. */
const listHidden = (form: FormSpec<Values>, values: Values, errors: Readonly<Record<string, string>>) => {
  const shown = form.sections.flatMap(({ fields }) => fields.filter((field) => isFieldVisible(field, values)))
  return Object.entries(errors).flatMap(([name, message]) =>
    shown.some((field) => name === field.name || name.startsWith(`${field.name}.`)) ? [] : [message],
  )
}

/** A form as a page. What was typed stays when it cannot be sent, and is not lost without a question. */
export function FormPage({ title, form, known, send = '保存', submit, onClose }: Props) {
  const [start] = useState<Values>(() => ({ ...form.initial(), ...known }))
  const [values, setValues] = useState(start)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [pending, setPending] = useState<Readonly<Record<string, string | undefined>>>({})
  const [fault, setFault] = useState('')
  const [isSending, setSending] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const body = useRef<HTMLDivElement>(null)
  useEffect(() => {
    body.current?.querySelector<HTMLElement>('[aria-invalid=true], button[data-wrong]')?.focus()
  }, [errors])
  const isDirty = values !== start
  const leave = () => {
    // The answer belongs to this form.
    if (isSending) return false
    if (!isDirty) return onClose()
    setAsking(true)
    return false
  }
  useBackKey(leave)

  const change = (name: string, value: unknown) =>
    setValues((before) => {
      const next = { ...before, [name]: value }
      const field = form.sections.flatMap(({ fields }) => fields).find((one) => one.name === name)
      return field?.fills ? { ...next, ...getDerivedValues(form, field, next) } : next
    })
  const save = async () => {
    const { fields, whole } = validateForm(form, values)
    const found = Object.fromEntries(
      Object.entries(fields).flatMap(([name, problem]) => [
        [name, problem!.message],
        ...Object.entries(problem!.cells ?? {}).map(([cell, message]) => [`${name}.${cell}`, message]),
      ]),
    ) as Record<string, string>
    const waiting = Object.values(pending).find(Boolean)
    setErrors(found)
    setFault(whole ?? waiting ?? '')
    if (Object.keys(found).length > 0 || whole || waiting) return
    setSending(true)
    try {
      if ((await submit(getVisibleValues(form, values))) === false) setSending(false)
    } catch (error) {
      const refused = getFieldErrors(error)
      setErrors(refused)
      const hidden = listHidden(form, values, refused)
      if (Object.keys(refused).length === 0) setFault(getErrorMessage(error) || '没有成功，请重试')
      else if (hidden.length > 0) setFault(hidden.join('；'))
      setSending(false)
    }
  }
  return (
    <LightPage
      head={<Bar title={title} back={leave} help={false} />}
      dock={
        <Foot above={fault && <Note kind="error">{fault}</Note>}>
          <Button size="task" busy={isSending && '请稍等…'} onClick={() => void save()}>
            {send}
          </Button>
        </Foot>
      }
    >
      <div ref={body} className={styles['form']}>
        {form.sections.map(({ title: heading, fields }) => (
          <Card key={fields.map(({ name }) => name).join()} title={heading}>
            <div className={styles['fields']}>
              {fields
                .filter((field) => isFieldVisible(field, values))
                .map((field) => (
                  <FormField
                    key={field.name}
                    field={field}
                    values={values}
                    error={errors[field.name]}
                    cellErrors={getCellErrors(errors, field.name)}
                    onChange={(value) => change(field.name, value)}
                    onPending={(message) => setPending((before) => ({ ...before, [field.name]: message }))}
                  />
                ))}
            </div>
          </Card>
        ))}
      </div>
      {isAsking && (
        <BottomSheet title="离开后，填写的内容不会保留" onClose={() => setAsking(false)}>
          <Button size="task" onClick={() => setAsking(false)}>
            继续填写
          </Button>
          <Button size="task" kind="withdraw" onClick={onClose}>
            离开
          </Button>
        </BottomSheet>
      )}
    </LightPage>
  )
}
