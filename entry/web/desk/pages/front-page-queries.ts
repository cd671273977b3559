import { queryOptions } from '@tanstack/react-query'
import { contactsApi } from '#kernel/contacts/contract.ts'
import { studentApi } from '#kernel/student/contract.ts'
import { call } from '#packages/web/core/call.ts'

/** The leaders of the user's organisation, its departments and its number of people. */
export const homeOptions = queryOptions({
  queryKey: ['directory', 'home'],
  queryFn: ({ signal }) => call(contactsApi.home, { signal }),
})
export type OrgHome = Awaited<ReturnType<NonNullable<typeof homeOptions.queryFn>>>

/** The number of pupils and classes; null for organisations that have none. */
export const sizeOptions = queryOptions({
  queryKey: ['student', 'school-size'],
  queryFn: ({ signal }) => call(studentApi.schoolSize, { signal }),
})
