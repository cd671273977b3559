import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { wordsOf } from '#packages/web/core/call-error.ts'
import { useToast } from '#packages/web/desk/toast.tsx'
import type { GrantedUser } from '../../../contract.ts'
import { grantKey, saveGrants, type Days, type Given, type Wanted } from '../../grant-queries.ts'
import { grantsOf, type OrgDraft } from './org-state.ts'
import { isSame } from './people-field.tsx'

interface Edits {
  orgs: OrgDraft
  roles: ReadonlySet<string> | undefined
  people: readonly GrantedUser[] | undefined
  days: Days
}
const untouched: Edits = { orgs: new Map(), roles: undefined, people: undefined, days: { from: null, to: null } }

const userOf = ({ userId, name, orgName, post }: GrantedUser): GrantedUser => ({ userId, name, orgName, post })

/** What somebody has changed about one application and not yet saved. */
export function useGrantDraft(key: string, given: Given) {
  const client = useQueryClient()
  const toast = useToast()
  const [edits, setEdits] = useState(untouched)
  const [isBusy, setBusy] = useState(false)
  const put = (part: Partial<Edits>) => setEdits((before) => ({ ...before, ...part }))
  const givenRoles = given.roles.map(({ roleId }) => roleId)
  const roles = edits.roles ?? new Set(givenRoles)
  const people = edits.people ?? given.users.map(userOf)
  const hasOtherRoles = roles.size !== givenRoles.length || givenRoles.some((id) => !roles.has(id))
  const wanted: Wanted = {
    key,
    orgs: grantsOf(edits.orgs),
    roleIds: hasOtherRoles ? [...roles] : null,
    userIds: isSame(people, given.users) ? null : people.map(({ userId }) => userId),
  }
  const isDirty = wanted.orgs.length > 0 || wanted.roleIds !== null || wanted.userIds !== null
  const save = async () => {
    setBusy(true)
    try {
      await saveGrants(wanted, edits.days)
      toast.success('已保存，立即生效')
    } catch (error) {
      toast.error(wordsOf(error))
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
    setDays: (days: Days) => put({ days }),
    discard: () => setEdits(untouched),
  }
}
