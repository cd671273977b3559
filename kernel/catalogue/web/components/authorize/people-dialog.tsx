import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#packages/web/desk/button.tsx'
import { Dialog } from '#packages/web/desk/dialog.tsx'
import { ErrorNote } from '#packages/web/desk/list/action-preview.tsx'
import { useToast } from '#packages/web/desk/toast.tsx'
import { useSubmit } from '#packages/web/desk/use-submit.ts'
import type { GrantedUser } from '../../../contract.ts'
import { grantKey } from '../../grant-queries.ts'
import { hasSamePeople, PeopleField } from './people-field.tsx'

interface Props {
  title: string
  none: string
  before: readonly GrantedUser[]
  /** The people of this organisation or of those above it; people below cannot be appointed. */
  orgId: string
  save: (userIds: string[]) => Promise<unknown>
  onClose: () => void
}

/** Edits a complete list of people: a removed person loses the appointment. */
export function PeopleDialog({ title, none, before, orgId, save, onClose }: Props) {
  // The list when the dialog opened, because the page behind keeps refetching.
  const [start] = useState(before)
  const [people, setPeople] = useState(before)
  const client = useQueryClient()
  const toast = useToast()
  const { isBusy, refusal, send } = useSubmit()
  const work = async () => {
    await save(people.map(({ userId }) => userId))
    await client.invalidateQueries({ queryKey: grantKey })
    toast.success('已保存，立即生效')
    onClose()
  }
  return (
    <Dialog
      title={title}
      size="form"
      busy={isBusy}
      onClose={onClose}
      foot={
        <>
          <Button disabled={isBusy} onClick={onClose}>
            取消
          </Button>
          <Button
            type="primary"
            disabled={hasSamePeople(people, start)}
            loading={isBusy}
            onClick={() => void send(work)}
          >
            保存
          </Button>
        </>
      }
    >
      <ErrorNote message={refusal} />
      <PeopleField
        label="人员"
        people={people}
        before={start}
        none={none}
        orgId={orgId}
        direction="above"
        onChange={setPeople}
      />
    </Dialog>
  )
}
