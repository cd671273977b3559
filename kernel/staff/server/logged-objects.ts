import type { LoggedObjectKind } from '#kernel/audit/server/api.ts'
import { userFields } from '../contract.ts'
import { listLoggedStaff } from './logged-object-queries.ts'
import { isMaskedField, maskField } from './private-facts.ts'
import type { StaffDifference } from './staff-differences.ts'

/** The kind of a membership in `entity_change`. */
export const membershipKind = 'staff.membership'

const titles = Object.entries(userFields).map(([field, { title }]) => [field, title])

/** Members of staff in the logs. */
export const loggedStaff: LoggedObjectKind = {
  kind: membershipKind,
  title: '教职工',
  fields: {
    ...Object.fromEntries(titles),
    userType: '人员类别',
    orgId: '任职单位',
    isMain: '主要任职',
    isSuspended: '停用',
    startsOn: '任职开始日期',
    endsOn: '任职结束日期',
  },
  list: (ctx, scope, wanted) => listLoggedStaff(ctx.db, scope, wanted),
}

/** Fields that are encrypted where they are stored, and whose values no log may have. */
const privateFields: readonly StaffDifference['field'][] = ['birthday', 'email', 'resume', 'qq']

/** A difference as the log may have it: numbers are masked, and of private facts only the change is known. */
export const toLoggedChange = ({ field, before, after }: StaffDifference) => {
  const show = (text: string) => (text && isMaskedField(field) ? maskField(field, text) : text)
  return { field, before: show(before), after: show(after), isSecret: privateFields.includes(field) }
}
