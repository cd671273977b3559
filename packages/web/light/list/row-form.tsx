import { useState } from 'react'
import type { ActionPreview, UndoAction } from '#packages/web/core/list/action-preview.ts'
import type { CreateSpec, EditSpec, FormAction, ListContext } from '#packages/web/core/list/list-spec.ts'
import { getCreatedMessage, getCreateLabel, getSavedMessage, type Noun } from '#packages/web/core/list/noun.ts'
import { findStepUpChallenge } from '#packages/web/core/step-up.ts'
import { BottomSheet } from '../bottom-sheet.tsx'
import { DeskLink } from '../desk-link.tsx'
import { FormPage } from '../form/form-page.tsx'
import { ActionQuestion } from './action-question.tsx'
import type { AnyRow, AnyValues } from './any-list.ts'

/** The form that replaces the list until it is sent: a new row, a changed one, or an action with a form. */
export type OpenForm =
  | { kind: 'create'; create: CreateSpec<AnyValues> }
  | { kind: 'edit'; edit: EditSpec<AnyRow, AnyValues>; row: AnyRow }
  | { kind: 'action'; action: FormAction<AnyRow, AnyValues>; row: AnyRow; name: string }

interface Props {
  form: OpenForm
  noun: Noun
  context: ListContext
  /** The page of the desk: some actions need it. */
  deskUrl: string | undefined
  onClose: () => void
  onDone: (message: string, undo?: UndoAction) => void
}

export function RowForm({ form, noun, context, deskUrl, onClose, onDone }: Props) {
  if (form.kind === 'create') {
    const { title, form: createForm, send, submit } = form.create
    const done = getCreatedMessage(noun, form.create)
    const save = async (values: AnyValues) => onDone((await submit(values, context)).message ?? done)
    const heading = title?.() ?? getCreateLabel(noun, form.create)
    return <FormPage title={heading} form={createForm(context)} send={send} submit={save} onClose={onClose} />
  }
  if (form.kind === 'action') return <ActionForm {...form} deskUrl={deskUrl} onClose={onClose} onDone={onDone} />
  const { row } = form
  const { form: createForm, known, submit } = form.edit
  const done = getSavedMessage(noun, form.edit)
  const save = async (values: AnyValues) => onDone((await submit(values, row)).message ?? done)
  return <FormPage title="编辑" form={createForm(row)} known={known?.(row)} submit={save} onClose={onClose} />
}

type ActionFormProps = Extract<OpenForm, { kind: 'action' }> & Pick<Props, 'deskUrl' | 'onClose' | 'onDone'>

/** As on the desk: the form, then what the server says would happen, then it runs. */
function ActionForm({ action, row, name, deskUrl, onClose, onDone }: ActionFormProps) {
  const { label, verb = label, createForm, preview, run, done, doneWith } = action
  const [question, setQuestion] = useState<{ preview: ActionPreview; answer: (isSure: boolean) => void }>()
  const [needsCode, setNeedsCode] = useState(false)
  const targets = { ids: [row.id] }
  const confirm = async (values: AnyValues) => {
    if (!preview) return true
    const expected = await preview(targets, values, [row])
    return new Promise<boolean>((answer) => setQuestion({ preview: expected, answer })).finally(() =>
      setQuestion(undefined),
    )
  }
  const send = async (values: AnyValues) => {
    if (!(await confirm(values))) return false
    try {
      const undo = await run(targets, values, undefined, [row])
      return onDone(doneWith?.(1, values, [row]).message ?? done(1), undo || undefined)
    } catch (error) {
      if (!findStepUpChallenge(error)) throw error
      setNeedsCode(true)
      return false
    }
  }
  return (
    <>
      <FormPage title={label} form={createForm(targets, [row])} send={verb} submit={send} onClose={onClose} />
      {question && (
        <ActionQuestion
          action={action}
          preview={question.preview}
          name={name}
          isBusy={false}
          onConfirm={() => question.answer(true)}
          onClose={() => question.answer(false)}
        />
      )}
      {needsCode && (
        <BottomSheet title="需要先输入验证码" onClose={() => setNeedsCode(false)}>
          <p>这项操作要先输入验证码，请在电脑版中完成。</p>
          {deskUrl && <DeskLink to={deskUrl} />}
        </BottomSheet>
      )}
    </>
  )
}
