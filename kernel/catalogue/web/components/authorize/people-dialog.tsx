import { useState } from 'react'
import { ConfirmAction } from '#packages/web/desk/confirm-action.tsx'
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
  return (
    <ConfirmAction
      title={title}
      size="form"
      submitLabel="保存"
      isDisabled={hasSamePeople(people, start)}
      submit={() => save(people.map(({ userId }) => userId))}
      done="已保存，立即生效"
      queryKey={grantKey}
      onClose={onClose}
    >
      <PeopleField
        label="人员"
        people={people}
        before={start}
        none={none}
        orgId={orgId}
        direction="above"
        onChange={setPeople}
      />
    </ConfirmAction>
  )
}
