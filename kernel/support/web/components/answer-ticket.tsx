import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#packages/web/desk/button.tsx'
import { FormDialog } from '#packages/web/desk/form/form-dialog.tsx'
import type { FormSpec } from '#packages/web/desk/form/form-spec.ts'
import { useToast } from '#packages/web/desk/toast.tsx'
import { answerForm, type AnswerForm } from '../../contract.ts'
import * as queries from '../queries.ts'

const createAnswerForm = (id: string): FormSpec<AnswerForm> => ({
  schema: answerForm,
  initial: () => ({ id, text: '' }),
  sections: [{ fields: [{ name: 'text', label: '答复', kind: 'textarea', width: 'long', required: true }] }],
})

/** The ticket stays visible until the answer is sent. */
export function AnswerTicket({ id }: { id: string }) {
  const [isOpen, setOpen] = useState(false)
  const client = useQueryClient()
  const toast = useToast()
  const submit = async ({ text }: AnswerForm) => {
    await queries.answerTicket(id, text)
    toast.success('已答复')
    await client.invalidateQueries({ queryKey: queries.supportKey })
  }
  return (
    <>
      <Button type="primary" onClick={() => setOpen(true)}>
        答复
      </Button>
      {isOpen && (
        <FormDialog
          title="答复"
          form={createAnswerForm(id)}
          submit={submit}
          submitLabel="发送"
          draftKey={`support:answer:${id}`}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
