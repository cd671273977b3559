import type { SessionUser } from '#packages/web/core/session.ts'

/** 中小学, 幼儿园 and 其他学校 of the organisation types. */
const schoolTypes: readonly number[] = [1, 2, 5]
const isPersonalName = (name: string) => /^\p{Script=Han}{2,4}$/u.test(name) && !name.endsWith('员')

/** 李敏老师: in a school everybody is one; elsewhere, and for accounts that are nobody in person, the name has to do. */
export const addressOf = ({ realName, orgType }: Pick<SessionUser, 'realName' | 'orgType'>) =>
  schoolTypes.includes(orgType) && isPersonalName(realName) ? `${realName}老师` : realName
