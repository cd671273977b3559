import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { getErrorMessage } from '#packages/web/core/call-error.ts'
import { useToast } from '#packages/web/desk/toast.tsx'
import type { GrantedUser } from '../../../contract.ts'
import { grantKey, saveGrants, type GrantDays, type UserRelations, type GrantPreviewBody } from '../../grant-queries.ts'
import { toOrgGrants, type OrgDraft } from './org-grant-draft.ts'
import { hasSamePeople } from './people-field.tsx'

interface GrantEdits {
  orgs: OrgDraft
  roles: ReadonlySet<string> | undefined
  people: readonly GrantedUser[] | undefined
  days: GrantDays
}
const untouched: GrantEdits = { orgs: new Map(), roles: undefined, people: undefined, days: { from: null, to: null } }

const toGrantedUser = ({ userId, name, orgName, post }: GrantedUser): GrantedUser => ({ userId, name, orgName, post })

/** The unsaved changes of one application. */
export function useGrantDraft(key: string, given: UserRelations) {
  const client = useQueryClient()
  const toast = useToast()
  const [edits, setEdits] = useState(untouched)
  const [isBusy, setBusy] = useState(false)
  const put = (part: Partial<GrantEdits>) => setEdits((before) => ({ ...before, ...part }))
  const givenRoles = given.roles.map(({ roleId }) => roleId)
  const roles = edits.roles ?? new Set(givenRoles)
  const people = edits.people ?? given.users.map(toGrantedUser)
  const hasOtherRoles = roles.size !== givenRoles.length || givenRoles.some((id) => !roles.has(id))
  const wanted: GrantPreviewBody = {
    key,
    orgs: toOrgGrants(edits.orgs),
    roleIds: hasOtherRoles ? [...roles] : null,
    userIds: hasSamePeople(people, given.users) ? null : people.map(({ userId }) => userId),
  }
  const isDirty = wanted.orgs.length > 0 || wanted.roleIds !== null || wanted.userIds !== null
  const save = async () => {
    setBusy(true)
    try {
      await saveGrants(wanted, edits.days)
      toast.success('已保存，立即生效')
    } catch (error) {
      toast.error(getErrorMessage(error))
      setBusy(false)
      return
    }
    await client.invalidateQueries({ queryKey: grantKey })
    setEdits(untouched)
    setBusy(false)
  }
  return {
    wanted,
    isDirty,
    isBusy,
    roles,
    people,
    orgs: edits.orgs,
    days: edits.days,
    save,
    setOrgs: (orgs: OrgDraft) => put({ orgs }),
    setRoles: (next: ReadonlySet<string>) => put({ roles: next }),
    setPeople: (next: readonly GrantedUser[]) => put({ people: next }),
    setDays: (days: GrantDays) => put({ days }),
    discard: () => setEdits(untouched),
  }
}
