import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#packages/web/core/call.ts'
import { getEntityKey } from '#packages/web/core/entity-key.ts'
import { Button } from '#packages/web/desk/button.tsx'
import { FormDialog } from '#packages/web/desk/form/form-dialog.tsx'
import { useToast } from '#packages/web/desk/toast.tsx'
import { supportApi, ticket, type AnswerForm } from '../../contract.ts'
import { createAnswerForm } from '../ticket-list.ts'

/** The ticket stays visible until the answer is sent. */
export function AnswerTicket({ id }: { id: string }) {
  const [isOpen, setOpen] = useState(false)
  const client = useQueryClient()
  const toast = useToast()
  const submit = async (body: AnswerForm) => {
    await call(supportApi.answer, { body })
    toast.success('已答复')
    await client.invalidateQueries({ queryKey: getEntityKey(ticket) })
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
