import { queryOptions } from '@tanstack/react-query'
import { contactsApi } from '#kernel/contacts/contract.ts'
import { studentApi } from '#kernel/student/contract.ts'
import { call } from '#packages/web/core/call.ts'

/** Who leads the organisation where one works, its departments and how many people it has. */
export const homeOptions = queryOptions({
  queryKey: ['directory', 'home'],
  queryFn: ({ signal }) => call(contactsApi.home, { signal }),
})
export type OrgHome = Awaited<ReturnType<NonNullable<typeof homeOptions.queryFn>>>

/** How many pupils and classes; null where there are none by nature. */
export const sizeOptions = queryOptions({
  queryKey: ['student', 'school-size'],
  queryFn: ({ signal }) => call(studentApi.schoolSize, { signal }),
})
