import { useState, type ReactNode } from 'react'
import { z } from 'zod'
import { orgTypes } from '#kernel/org/contract.ts'
import { schoolingApi, type Term } from '#kernel/schooling/contract.ts'
import { useSession, type SessionUser } from '#packages/web/core/session.ts'
import { PageContext } from '#packages/web/desk/page-context.tsx'
import { PageSearchContext } from '#packages/web/desk/page-search.tsx'
import { PermissionContext } from '#packages/web/desk/permissions.tsx'
import { ids } from './timetable.fixture.ts'

/** Signs in at the school. */
export const signInAtSchool = () =>
  useSession.setState({
    orgId: ids.school,
    user: { orgId: ids.school, orgType: orgTypes.school.code, orgName: '明湖学校' } as SessionUser,
  })

interface Frame {
  permissions: readonly string[]
  address: string
  children: ReactNode
}

/** Wraps a page as the shell does. */
export function Shell({ permissions, address, children }: Frame) {
  const [search, setText] = useState(() => new URLSearchParams(address))
  const info = { title: '课表', group: '教务管理', permission: { code: 'timetable.read', title: '' }, actions: [] }
  return (
    <PermissionContext value={new Set(permissions)}>
      <PageContext value={info}>
        <PageSearchContext value={{ search, isFront: true, setSearch: (change) => setText(change) }}>
          {children}
        </PageSearchContext>
      </PageContext>
    </PermissionContext>
  )
}

/** The value in its wire format. */
export const onWire = <Schema extends z.ZodType>(schema: Schema, value: z.output<Schema>): unknown =>
  z.encode(schema, value)

const term: Term = {
  id: ids.term,
  name: '2026学年第一学期',
  schoolYear: 2026,
  number: 1,
  startsOn: '2026-09-01',
  endsOn: '2027-01-31',
  isCurrent: true,
  state: 'current',
  weeks: 22,
  differsFrom: null,
  version: 1,
}
export const termAnswers = { [schoolingApi.terms.path]: () => onWire(schoolingApi.terms.data, [term]) }
